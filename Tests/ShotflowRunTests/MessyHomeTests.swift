import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Ordinary questions on a home as other programs leave it: a card, phones, messengers, backups,
/// screenshots of five desktops, a Takeout, libraries of Photos and Shotwell, and odd names.
@Suite(.messyHome) struct MessyHomeTests {
  private let world: ProgramWorld

  init() throws {
    world = try SharedHome.untouched
  }

  private static let zones = ["America/New_York", "Asia/Kathmandu"]

  private func names(_ line: String) async throws -> [String] {
    try await world.type(line).records().compactMap(\.filename)
  }

  // MARK: Which pictures

  @Test func aLimitCountsWhatComesOut() async throws {
    let duplicates = "shotflow duplicates ~/'Camera card' ~/Backup --keep-in ~/'Camera card'"
    let all = try await names(duplicates)
    #expect(all.count == 18)
    #expect(try await names("\(duplicates) --limit 3") == Array(all.prefix(3)))
    #expect(try await names("\(duplicates) --offset 16") == Array(all.dropFirst(16)))
    #expect(try await names("\(duplicates) --sort -filename --limit 1") == ["img_0008.jpg"])
    #expect(try await names("shotflow similar Phone --limit 2").count == 2)
    #expect(try await names("shotflow damaged ~ --limit 2").count == 2)
  }

  /// The clock of a picture is that of its place, wherever the reader is.
  @Test(arguments: zones) func hoursAndDaysAreThoseOfThePicture(zone: String) async throws {
    func count(_ words: String) async throws -> String {
      try await world.type("shotflow find \(words) --count", ["TZ": zone]).text
    }
    #expect(try await count("'Camera card' --photos --hour 9..10") == "6\n")
    #expect(try await count("'Camera card' --photos --hour 9-10") == "6\n")
    #expect(try await count("'Camera card' --weekday sat,sun") == "34\n")
    #expect(try await count("Phone/DCIM --photos --time 22:00..04:00") == "2\n")
    #expect(try await count("Pictures/2022 --month-day 12-24") == "8\n")
    #expect(try await count("~ --screenshots --month 6 --filename '*from*'") == "2\n")
  }

  @Test func aSearchOfAGuessedLibraryIsNamed() async throws {
    let hint = "searched ~/Pictures alone; name another folder, such as ~"
    for words in ["--taken 1999", "--count-by folder --sort -bytes"] {
      let found = try await world.type("shotflow find \(words) --format table")
      #expect(found.errorText.contains(hint), "\(words): \(found.errorText)")
      let quiet = try await world.type("shotflow find \(words) --format table --quiet")
      #expect(!quiet.errorText.contains("searched"), "\(words): \(quiet.errorText)")
    }
    for words in ["--taken 1999", "Phone --taken 1999 --format table"] {
      let found = try await world.type("shotflow find \(words)")
      #expect(!found.errorText.contains("searched"), "\(words): \(found.errorText)")
    }
  }

  @Test func eitherOfTwoIsEnough() async throws {
    let each =
      try await names("shotflow find --keywords Oma") + names("shotflow find --persons Oma")
    let either = try await names("shotflow find --any --keywords Oma --persons Oma")
    #expect(Set(either) == Set(each) && either.count == Set(each).count && !either.isEmpty)
    let tall = try await names("shotflow find Phone --portrait")
    #expect(try await names("shotflow find Phone --pixel-height '>pixelWidth'") == tall)
    #expect(tall.count == 3)
  }

  @Test func pickChoosesAmongWhatFindFinds() async throws {
    for (words, day) in [
      ("~ --screenshots", "2023-08-01  Screenshot 2023-08-01 014228.png"),
      ("Pictures --rating 4..", "2021-07-04  DSC_0413.JPG"),
      ("~ --in iPhone --taken 2023-07", "2023-07-08  IMG_0101.HEIC"),
    ] {
      let found = try await names("shotflow find \(words)")
      #expect(!found.isEmpty)
      var shell = world.shell(
        "cd; \"$shotflow\" pick \(words)", terminal: Terminal(showsOutput: false))
      shell.environment["TZ"] = "Europe/Berlin"
      let pick = try shell.start()
      #expect(await pick.showed("0 marked, \(found.count) of \(found.count) listed"))
      #expect(pick.errorOutput.contains(day), "\(pick.errorOutput)")
      pick.send("\u{1}\r")
      let picked = try await pick.result().records().compactMap(\.filename)
      #expect(picked.sorted() == found.sorted(), "\(words)")
    }
  }

  // MARK: Places

  @Test func aFolderHasManyNames() async throws {
    for name in ["Phone/", "./Phone", "~/Phone/", "Music/../Phone", "../home/Phone"] {
      let inside = try await world.type("shotflow find ~ --in \(name) --count")
      let itself = try await world.type("shotflow find \(name) --count")
      #expect(inside.text == "32\n" && itself.text == "32\n", "\(name)")
      let kept = try await names("shotflow duplicates Phone Downloads --keep-in \(name)")
      #expect(kept.count == 4, "\(name)")
    }
    for name in ["~/Pho*e", "./Ph?ne/"] {
      #expect(try await world.type("shotflow find ~ --in '\(name)' --count").text == "32\n")
    }
    // The shell leaves a tilde in quotes alone.
    #expect(try await world.type("shotflow find ~ --in '~/Phone' --count").text == "32\n")
  }

  @Test func aHomeMayBeALink() async throws {
    let link = world.path("link-\(UUID().uuidString)")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "home")
    let home = ["HOME": link]
    #expect(try await world.type("shotflow find ~ --in ~/Phone --count", home).text == "32\n")
    #expect(
      try await world.type("shotflow find --in '~/Pictures/2021' --count", home).text == "10\n")
    let kept = try await world.type(
      "shotflow duplicates ~/'Camera card' ~/Backup --keep-in '~/Camera card'", home)
    #expect(kept.lines.count == 18)
  }

  @Test func oddNamesAreFilesLikeOthers() async throws {
    let odd = try await world.type(
      "shotflow find --taken 2023-02-14 --format paths0 | tr -cd '\\000' | wc -c")
    #expect(odd.text.trimmingCharacters(in: .whitespaces) == "11\n")
    for name in [
      "Pictures/-rf.jpg", "Pictures/it\\'s\\ \\\"quoted\\\"\\ \\$HOME.jpg",
      "'Pictures/ space .JPG'",
      "\"$(printf 'Pictures/two\\nlines.jpg')\"", "\"$(printf 'Pictures/Z\\374rich.jpg')\"",
      "'Pictures/100%25 *?.jpg'", "'Pictures/no extension'",
    ] {
      #expect(try await world.type("shotflow find \(name) --count").text == "1\n", "\(name)")
    }
    // Composed or decomposed, as typed or as kept.
    #expect(try await names("shotflow find --filename 'a\u{308}hnlich.jpg'").count == 1)
    #expect(try await names("shotflow find --filename '\u{E4}hnlich.jpg'").count == 1)
  }

  // MARK: Answers

  @Test func damageIsFoundAtTheEndsAndWithinPictures() async throws {
    let ends = try await names("shotflow damaged Backup Downloads")
    #expect(ends.sorted() == ["f0001234.jpg", "f0001236.jpg", "f0001237.png", "holiday.jpg"])
    let deep = try await names("shotflow damaged Backup --deep")
    #expect(
      deep.sorted() == ["f0001234.jpg", "f0001235.jpg", "f0001236.jpg", "f0001237.png"])
    let table = try await world.type("shotflow damaged Backup --format table")
    #expect(table.text.contains("damage") && !table.text.contains("location"))
  }

  @Test func whatIsNoPictureIsListedWithReasons() async throws {
    let skipped = try await world.type(
      "shotflow find ~ --skipped --fields filename,skipped --format tsv")
    for line in [
      ".cache\thidden", "Thumbs.db\tno picture or movie", "letter.txt\tno picture or movie",
      "Photos Library.photoslibrary\tanother library", "IMG_0010.JPG\tin Google's trash",
      "DSC_0411.xmp\tbelongs to DSC_0411.JPG", "thumbs\tthumbnails of Shotwell",
      "IMG_0102.MOV\tmovie of the live photo IMG_0102.HEIC",
    ] {
      #expect(skipped.lines.contains(line), "\(line): \(skipped.text)")
    }
  }

  @Test func looksAreListedAsGroups() async throws {
    let groups = try await world.type(
      "shotflow duplicates ~/'Camera card' ~/Backup --keep-in ~/'Camera card' --groups"
    ).records()
    let first = Dictionary(grouping: groups, by: \.duplicateGroup).values.compactMap(\.first)
    #expect(first.count == 12 && groups.count == 30)
    #expect(first.allSatisfy { $0.path?.contains("/Camera card/") == true })
    let three = try await world.type(
      "shotflow duplicates ~/'Camera card' ~/Backup --keep-in ~/'Camera card' --groups --limit 3"
    ).records()
    #expect(three.map(\.path) == groups.filter { $0.duplicateGroup ?? 4 <= 3 }.map(\.path))
    let table = try await world.type("shotflow similar Phone --groups --format table")
    #expect(table.text.contains("\n\n"))
  }

  @Test func wordsOfOtherProgramsAreUnderstood() async throws {
    #expect(try await names("shotflow find ~ --videos --sort -size --limit 1").count == 1)
    let table = try await world.type(
      "shotflow find Phone --fields name,date,size,camera --format tsv --limit 1")
    #expect(table.lines.first == "filename\tlocalDate\tfileSize\tcameraModel")
    let cameras = try await world.type(
      "shotflow find 'Camera card' Phone --count-by camera --template '{key} {count}'")
    #expect(cameras.lines.contains { $0.hasPrefix("Canon EOS 5D Mark III ") })
    let shorter = try await names("shotflow find --rating 4+")
    #expect(try await names("shotflow find --rating 4..") == shorter && shorter.count > 2)
    let years = try await world.type("shotflow find --taken 2021-2022 --count")
    #expect(try await world.type("shotflow find --taken 2021..2022 --count").text == years.text)
  }

  @Test func messagesAreShort() async throws {
    let first = try await world.type("shotflow")
    #expect(first.lines.count <= 45)
    let listed = try await world.type("shotflow find Pictures/2021 --taken 2021 --count")
    #expect(listed.errorText == "" && listed.text == "10\n")
    let why = try await world.type("shotflow why DSC_0415.JPG find --rating 4..")
    #expect(why.text.contains("rating"), "\(why.text)")
    let both = try await world.type(
      "shotflow find ~ --photos --count-by camera --count-by year --format tsv")
    #expect(both.lines.first?.contains("cameraModel") == true, "\(both.text)")
    let mistake = try await world.type("shotflow duplicates ~ --kep best", status: 64)
    #expect(mistake.errorText.contains("did you mean \"--keep\"?"))
    #expect(!mistake.errorText.contains(".lua"), "\(mistake.errorText)")
  }

  @Test(arguments: [
    ("organise ~ --screenshots --to '~/Shots/%Y-%m'", "did you mean \"{localDate:%Y-%m}\"?"),
    ("organise ~ --screenshots --to ~/Shots/YYYY/MM", "did you mean \"{localDate:%Y/%m}\"?"),
    ("rename Documents/Scans --to '{name}'", "did you mean \"filename\"?"),
    ("rename Documents/Scans --to '{filename:lowr}'", "did you mean \"lower\"?"),
  ])
  func aTemplateThatWasMeantIsShown(line: String, text: String) async throws {
    let before = FolderState(world.path("home"))
    let result = try await world.type("shotflow \(line)", status: 64)
    #expect(result.errorText.contains(text), "\(result.errorText)")
    #expect(FolderState(world.path("home")).changes(since: before) == [])
  }
}
