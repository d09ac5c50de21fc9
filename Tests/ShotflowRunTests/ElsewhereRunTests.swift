import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `--not-in` and `--also-in`: what one place has and another lacks, in a home of other programs.
@Suite(.messyHome) struct ElsewhereRunTests {
  private let world: ProgramWorld

  init() throws {
    world = try SharedHome.untouched
  }

  private func names(_ line: String) async throws -> [String] {
    try await world.type(line).records().compactMap(\.filename)
  }

  /// The pictures of the card that were backed up: under this name, and some under others.
  private static let saved = (1...12).map { String(format: "IMG_%04d.JPG", $0) }

  // MARK: Which files

  @Test(arguments: ["America/New_York", "Asia/Kathmandu"])
  func aCardIsComparedWithABackup(zone: String) async throws {
    func count(_ words: String) async throws -> String {
      try await world.type("shotflow find \(words) --count", ["TZ": zone]).text
    }
    #expect(try await count("'Camera card'") == "34\n")
    #expect(try await count("'Camera card' --not-in Backup") == "22\n")
    #expect(try await count("'Camera card' --not-in ~/Backup --videos") == "2\n")
    #expect(try await count("Backup --not-in 'Camera card'") == "4\n")
    #expect(try await count("Backup --also-in 'Camera card'") == "18\n")
  }

  @Test func namesAndFoldersDoNotCount() async throws {
    let found = try await names("shotflow find 'Camera card' --also-in Backup --sort filename")
    #expect(found == Self.saved)
    let renamed = try await names(
      "shotflow find 'Camera card' --also-in '~/Backup/old laptop' --sort filename")
    #expect(renamed == Array(Self.saved[2..<8]))
  }

  @Test func severalLibrariesAreEachAsked() async throws {
    let both = "--also-in 'Backup/old laptop' --also-in 'Backup/Card 2023-08-20'"
    #expect(try await names("shotflow find 'Camera card' \(both)").count == 6)
    let none = "--not-in 'Backup/old laptop' --not-in 'Backup/Card 2023-08-20'"
    #expect(try await names("shotflow find 'Camera card' \(none)").count == 22)
    let one = "--also-in 'Backup/Card 2023-08-20' --not-in 'Backup/old laptop'"
    #expect(try await names("shotflow find 'Camera card' \(one)").count == 6)
  }

  /// A catalogue knows some of the files in a folder, also if the folder is inside of its own.
  @Test func aCatalogueHasWhatItLists() async throws {
    let find = "shotflow find Pictures/Shotwell/pictures"
    let listed = try await names("\(find) --also-in Pictures/Shotwell")
    #expect(listed.contains("IMG_1000.jpg") && !listed.contains("IMG_1010.jpg"))
    let others = try await names("\(find) --not-in Pictures/Shotwell")
    #expect(others.contains("IMG_1010.jpg") && !others.contains("IMG_1000.jpg"))
  }

  @Test func whatIsFoundGoesOn() async throws {
    let find = "shotflow find 'Camera card' --not-in Backup"
    let counted = try await world.type("\(find) --count-by media-type --template '{key} {count}'")
    #expect(counted.lines == ["image 20", "video 2"])
    let bytes = try await world.type("\(find) --format paths0 | tr -cd '\\0' | wc -c")
    #expect(bytes.text.contains("22"))
    let piped = try await world.type(
      "shotflow find 'Camera card' --format paths | shotflow find - --not-in Backup --count")
    #expect(piped.text == "22\n")
    let rule = try await world.type("\(find) --videos --print-rule")
    #expect(rule.text.contains("notIn = \"Backup\""), "\(rule.text)")
    let duplicates = try await names("shotflow duplicates Backup --not-in 'Camera card'")
    #expect(duplicates == [])
    #expect(try await names("shotflow duplicates Backup --also-in 'Camera card'").count == 6)
  }

  @Test func pickListsOnlyThose() async throws {
    let pick = try world.shell(
      "cd; \"$shotflow\" pick 'Camera card' --also-in Backup",
      terminal: Terminal(showsOutput: false)
    ).start()
    #expect(await pick.showed("0 marked, 12 of 12 listed"))
    pick.send("\u{1}\r")
    #expect(try await pick.result().records().count == 12)
  }

  @Test func actsTakeOnlyThose() async throws {
    let world = try await SharedHome.copy()
    _ = try await world.type(
      "shotflow organise 'Camera card' --not-in Backup --copy --to ~/Backup/new")
    #expect(world.names(in: "home/Backup/new").count { $0.hasSuffix(".CR2") } == 12)
    // Now all of it is there.
    let left = try await world.type("shotflow find 'Camera card' --not-in Backup --count")
    #expect(left.text == "0\n")
    let old = "'Backup/old laptop'"
    _ = try await world.type("shotflow export 'Camera card' --also-in \(old) --to ~/Sent")
    #expect(world.names(in: "home/Sent").count { $0.hasSuffix(".JPG") } == 6)
    _ = try await world.type("shotflow organise 'Camera card' --also-in \(old) --to ~/Done")
    #expect(world.names(in: "home/Done").count { $0.hasSuffix(".JPG") } == 6)
  }

  @Test func aPicturesLibraryATakeoutAndAChangedFile() async throws {
    let world = try await SharedHome.copy()
    let photos = "'Pictures/Photos Library.photoslibrary'"
    // A copy under another name, one with a byte more, one cut short, and an empty one.
    _ = try await world.type(
      """
      mkdir Other; : > Other/empty.jpg
      for original in Pictures/Photos*y/originals/2/*.jpeg Downloads/*1/*/*/*2019/IMG_0002.HEIC
      do name=Other/$(basename "$original" | cut -c 1-4); cp "$original" "$name same.jpg"
      cp "$original" "$name longer.jpg"; printf x >> "$name longer.jpg"
      head -c 500 "$original" > "$name short.jpg"; done
      """)
    func found(_ words: String) async throws -> [String] {
      let template = "--sort filename --template '{filename}'"
      return try await world.type("shotflow find Other \(words) \(template)").lines
    }
    #expect(try await found("--also-in \(photos)") == ["2D1D same.jpg"])
    #expect(try await found("--also-in Downloads/takeout*1") == ["IMG_ same.jpg"])
    #expect(
      try await found("--not-in \(photos) --not-in Downloads/takeout*1") == [
        "2D1D longer.jpg", "2D1D short.jpg", "IMG_ longer.jpg", "IMG_ short.jpg", "empty.jpg",
      ])
  }

  // MARK: Mistakes

  @Test func theSameLibraryOnBothSidesIsRefused() async throws {
    for words in ["Backup --not-in Backup", "~/Backup --also-in Music/../Backup/"] {
      let result = try await world.type("shotflow find \(words)", status: 64)
      #expect(result.errorText.contains("is the library that is looked in"), "\(result.errorText)")
    }
    let result = try await world.type("shotflow find Phone Backup --not-in Backup", status: 64)
    #expect(result.text == "")
  }

  @Test func aMissingLibraryIsNamed() async throws {
    let result = try await world.type("shotflow find 'Camera card' --not-in Bakup", status: 66)
    #expect(
      result.errorText
        == "shotflow: library \"Bakup\": no such file or folder; check its name, or connect its disk:"
        + " pictures are compared with it\n")
  }

  @Test func otherWordsAreUnderstood() async throws {
    for (word, option) in [
      ("missing-in", "not-in"), ("only-in", "not-in"), ("unique", "not-in"), ("notIn", nil),
      ("same-in", "also-in"),
    ] {
      let line = "shotflow find 'Camera card' --\(word) Backup --count"
      guard let option else {
        #expect(try await world.type(line).text == "22\n")
        continue
      }
      let result = try await world.type(line, status: 64)
      #expect(result.errorText.contains("did you mean \"--\(option)\"?"), "\(result.errorText)")
    }
    let group = try await world.type("shotflow find ~ --any --not-in Backup --videos", status: 64)
    #expect(group.errorText.contains("--not-in is no alternative of --any"))
    let shards = try await world.type(
      "shotflow find 'Camera card' --not-in Backup --engine processes", status: 65)
    #expect(shards.errorText.contains("compares assets with \"Backup\""), "\(shards.errorText)")
  }

  @Test func whyAndExplainSayIt() async throws {
    let why = try await world.type(
      "shotflow why 'Camera card/DCIM/100EOS5D/IMG_0001.JPG' find 'Camera card' --not-in Backup")
    #expect(why.text.contains("\"Backup\" has the same file"), "\(why.text)")
    let explained = try await world.type(
      "shotflow explain -e 'return pipeline { source {}, filter { alsoIn = \"Backup\" } }' -l Phone"
    )
    #expect(explained.text.contains("also in \"Backup\", by content"), "\(explained.text)")
  }
}

/// Rules that compare with a library that they name themselves, or that can't be read.
@Suite struct ComparedLibraryTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for (seed, name) in ["a.png", "b.png", "c.png"].enumerated() {
      try world.picture(name, seed: UInt64(seed))
    }
    try world.picture("other.png", seed: 1, in: "backup/2015")
  }

  private func names(_ result: ProgramResult) throws -> [String?] {
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().map(\.filename)
  }

  /// As `--in` does, the option looks in the library first; the same name from here is no answer.
  @Test func aFolderOfTheLibraryIsNamedFromThere() async throws {
    try world.picture("same.png", seed: 1, in: "pictures/old/2015")
    try world.picture("again.png", seed: 1, in: "pictures/new")
    try world.picture("new.png", seed: 9, in: "pictures/new")
    let words = ["find", "pictures", "--in", "new"]
    let inner = try await world.program(words + ["--not-in", "old/2015"]).result()
    #expect(try names(inner) == ["new.png"])
    let also = try await world.program(words + ["--also-in", "old/2015"]).result()
    #expect(try names(also) == ["again.png"])
    let copied = try await world.run(
      "organise", "pictures", "--in", "new", "--not-in", "old/2015", "--copy", "--to", "out")
    #expect(try names(copied) == ["new.png"])
    try world.picture("here.png", seed: 9, in: "old/2015")
    let doubt = try await world.program(words + ["--not-in", "old/2015"]).result()
    #expect(doubt.status == .exited(64))
    let places = ["pictures/old/2015", "old/2015"].map { "\"\(world.path($0))\"" }
    #expect(
      doubt.errorText.contains("it is \(places[0]) in the library, and \(places[1]) from here"),
      "\(doubt.errorText)")
    let here = try await world.program(words + ["--not-in", "./old/2015"]).result()
    #expect(try names(here) == ["again.png"])
  }

  @Test func aRuleNeedsPermissionForWhatItNamesAndNotForWhatIsTyped() async throws {
    let rule = try world.libraryRule("filter { notIn = \"backup\" }")
    let refused = try await world.run("run", rule, "-l", "pictures")
    #expect(refused.status == .exited(77))
    #expect(refused.output.isEmpty)
    let command = "shotflow auth grant \(rule) --library \(world.path("backup"))"
    #expect(
      refused.errorText == "shotflow: the rule \"rule\" has no permission for the library"
        + " \"\(world.path("backup"))\", hidden assets too yet; to grant it: \(command)\n")
    let granted = try await world.shell("\"$shotflow\" \(command.dropFirst("shotflow ".count))")
      .result()
    #expect(granted.status == .exited(0))
    #expect(try names(await world.run("run", rule, "-l", "pictures")) == ["a.png", "c.png"])
    let selecting = try world.rule(
      "local o = options { selection = true } return pipeline { source {} }", named: "selecting.lua"
    )
    let typed = try await world.run(selecting, "-l", "pictures", "--not-in", "backup")
    #expect(try names(typed) == ["a.png", "c.png"])
    let text = "return pipeline { source {}, filter { alsoIn = \"backup\" } }"
    #expect(try names(await world.run("run", "-e", text, "-l", "pictures")) == ["b.png"])
    let denied = try await world.run(
      "find", "pictures", "--not-in", "backup", "--auth", "denied")
    #expect(denied.status == .exited(77))
  }

  @Test func aRulesOwnLibraryIsNotComparedWithItself() async throws {
    let rule = try world.rule(
      "return pipeline { source { library = \"pictures\" }, filter { notIn = \"./pictures\" } }")
    let result = try await world.run("run", rule, "-l", "pictures")
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("\"./pictures\" is the library that is looked in"))
  }

  @Test func aLivePhotoAndALibraryAroundAnother() async throws {
    try world.livePhoto("IMG_0001", in: "backup/phone")
    try world.livePhoto("IMG_0002", in: "backup/phone")
    try world.livePhoto("IMG_0002", in: "backup/old")
    let rest = try await world.run("find", "backup/phone", "--not-in", "backup")
    #expect(try names(rest) == ["IMG_0001.JPG"])
    let inner = try await world.run("find", "backup", "--not-in", "backup/phone", "--photos")
    #expect(try names(inner) == ["other.png"])
  }

  @Test(.needs(.unprivilegedUser)) func whatCantBeReadIsReportedAndNotThere() async throws {
    try world.picture("same.png", seed: 0, in: "backup/closed")
    try world.picture("third.png", seed: 2, in: "backup")
    chmod(world.path("backup/closed"), 0)
    chmod(world.path("backup/third.png"), 0)
    defer {
      for name in ["backup", "backup/closed"] { chmod(world.path(name), 0o755) }
    }
    func find() async throws -> ProgramResult {
      try await world.runUnprivileged(
        "find", "pictures", "--not-in", "backup", "--template", "{filename}")
    }
    let result = try await find()
    #expect(result.status == .exited(3))
    #expect(result.lines == ["a.png", "c.png"])
    for name in ["backup/closed", "backup/third.png"] {
      let line = result.errorLines.first { $0.contains(world.path(name)) }
      #expect(line?.contains("permission denied") == true, "\(result.errorText)")
    }
    chmod(world.path("backup"), 0)
    let closed = try await find()
    #expect(closed.status == .exited(77))
    #expect(closed.errorText.contains("so make it readable"), "\(closed.errorText)")
  }
}
