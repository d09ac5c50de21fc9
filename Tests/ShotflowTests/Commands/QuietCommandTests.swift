import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Messages say what the user needs, and no more.
@Suite struct QuietCommandTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", in: "home/Pictures")
  }

  @Test func aGuessIsToldTenTimesAndOnATerminalAlone() async throws {
    let words = ["find", "--count"]
    let piped = try await world.program(words).result()
    #expect(piped.text == "1\n" && piped.errorText == "")
    for number in 1...11 {
      let shown = try await world.program(words, terminal: Terminal()).result().errorText
      #expect(shown.contains("as no library is named") == (number <= 10), "\(number): \(shown)")
    }
  }

  @Test func aLibraryInsideIsToldTenTimesAndNotWhereItIsLeftOut() async throws {
    try world.directory.makeFolder("home/Pictures/B/X.photoslibrary")
    let words = ["find", "--count", "-l", world.path("home/Pictures")]
    let piped = try await world.program(words).result()
    #expect(piped.text == "1\n" && piped.errorText == "")
    let note = "X.photoslibrary\" is a Photos library, and its pictures are not read here"
    func shown(_ further: String...) async throws -> Bool {
      try await world.program(words + further, terminal: Terminal()).result()
        .errorText.contains(note)
    }
    #expect(try await !shown("--in", "!B/X.photoslibrary"))
    #expect(try await !shown("--in", "!B"))
    for _ in 1...9 { #expect(try await shown()) }
    #expect(try await shown("--in", "B", "--filename", "x*"))
    #expect(try await !shown())
  }

  /// Without a terminal, too, where the tests of `find` would decide about its pictures.
  @Test func aLibraryThatAQuestionLeavesOutIsToldInPipes() async throws {
    let library = "home/Pictures/B/X.photoslibrary"
    try world.directory.makeFolder(library)
    let words = ["-l", world.path("home/Pictures"), "--photos"]
    let note = "X.photoslibrary\" is a Photos library, and its pictures are not read here"
    for number in 1...11 {
      let asked = try await world.program(["find", "--count"] + words).result()
      #expect(asked.text == "1\n")
      #expect(asked.errorLines.map { $0.contains(note) } == (number <= 10 ? [true] : []))
    }
    try FileManager.default.removeItem(atPath: world.path("cache"))
    for further in [["--quiet"], ["--in", "!B"], ["-l", world.path(library)]] {
      let asked = try await world.program(["find"] + words + further).result()
      #expect(!asked.errorText.contains("are not read here"), "\(further)")
    }
    let listed = try await world.program(["organise", "--dry-run"] + words).result()
    #expect(!listed.errorText.contains("are not read here"), "\(listed.errorText)")
  }

  /// The files of a catalogue inside of a folder are read, without what the catalogue knows.
  @Test func aCatalogueInsideIsToldWhereItsFilesAreRead() async throws {
    let inner = world.path("home/Pictures/Shots")
    let made = try await world.run("sample", inner, "--kind", "shotwell", "--count", "6")
    try #require(made.status == .exited(0), "\(made.errorText)")
    let words = ["find", "--count", "-l", world.path("home/Pictures")]
    #expect(try await world.program(words).result().errorText == "")
    // Without a terminal, too, where the catalogue would decide.
    for test in [["--rating", "4.."], ["--keywords", "Oma"], ["--favorites"], ["--title", "x"]] {
      let asked = try await world.program(words + test).result()
      #expect(asked.errorText.contains("ratings and albums are not read here"), "\(test)")
      #expect(try await world.program(words + test + ["--quiet"]).result().errorText == "")
    }
    func count(_ note: String, _ further: String...) async throws -> Int {
      let shown = try await world.program(words + further, terminal: Terminal()).result()
      return shown.errorText.components(separatedBy: note).count - 1
    }
    let note = "/Shots\" is a library of Shotwell, and its titles, ratings and albums are not read"
    #expect(try await count(note) == 1)
    #expect(try await count(" is a ") == 1)
    #expect(try await count("; --library \"") == 1)
    #expect(try await count(note, "--in", "!Shots") == 0)
    #expect(try await count(note, "-l", inner) == 0)
    try world.directory.write("database", to: "home/Pictures/digikam4.db")
    #expect(try await count("/digikam4.db\" is a catalogue of digiKam, and its titles") == 1)
  }

  /// A mistake in an option shows no line of the rule.
  @Test(arguments: [
    (["rename", "--to", "{foo}"], "option --to: "),
    (["organise", "--to", "{localDate:%Q}"], "option --to: "),
    (["duplicates", "--trash", "--move-to", "x"], "--trash and --move-to exclude each other"),
  ])
  func aMistakeInAnOptionShowsNoRule(_ words: [String], _ text: String) async throws {
    let result = try await world.program(words).result()
    #expect(result.status == .exited(64))
    #expect(result.errorText.hasPrefix("shotflow: \(text)"), "\(result.errorText)")
    // Further lines show the value that was typed.
    #expect(result.errorLines.filter { $0.hasPrefix("shotflow: ") }.count == 1)
    #expect(!result.errorText.contains(".lua"))
  }

  /// One in the rule itself has its place, whatever is typed.
  @Test func aMistakeInARuleHasItsLine() async throws {
    let rule = try world.rule(
      """
      local o = options { name = "" }
      return pipeline { source {}, fliter {} }

      """)
    let result = try await world.run("run", rule, "--name", "x")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("rule.lua:2: "), "\(result.errorText)")
  }

  @Test func theFieldsOfFindAreTwoColumns() async throws {
    let help = try await world.run("find", "--help")
    let lines = help.lines.drop { $0 != "FIELDS:" }.dropFirst().prefix { !$0.isEmpty }
    #expect(lines.count > 80)
    let start = try #require(lines.first { $0.hasPrefix("  --limit <number>") })
    let column = try #require(start.range(of: "at most")).lowerBound.utf16Offset(in: start)
    for line in lines {
      #expect(line.count <= 80, "\(line)")
      let end = line.utf16.dropFirst(column - 2).prefix(2)
      #expect(
        line.hasPrefix("  --") && line.count < column + 40 || end.allSatisfy { $0 == 32 }, "\(line)"
      )
    }
  }

  @Test func whyIsAboutTheFileThatIsNamed() async throws {
    try world.picture("a.png", seed: 2, in: "elsewhere")
    let rule = "return pipeline { source {}, filter { mediaType = \"image\" } }"
    let result = try await world.run("why", "elsewhere/a.png", "-e", rule)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.first == "asset    a.png")
    #expect(result.lines.last == "result   comes through")
    let found = try await world.run("why", "elsewhere/a.png", "find", "--videos")
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(found.lines.last?.hasPrefix("result   left out by filter") == true, "\(found.text)")
    // A file in the user's library is an asset of that.
    let inside = try await world.run("why", "home/Pictures/a.png", "find", "--photos")
    #expect(inside.lines.last == "result   comes through")
  }

  @Test(arguments: [
    "--videos", "--media-type video", "-l home/Pictures --no-photos", "--limit 3 --videos",
    "--videos home/Pictures",
  ])
  func optionsOfFindNeedNotNameIt(options: String) async throws {
    let words = options.split(separator: " ").map(String.init)
    let result = try await world.program(["why", "home/Pictures/a.png"] + words).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.last?.hasPrefix("result   left out by ") == true, "\(result.text)")
  }

  @Test(arguments: [
    "FILE", "find FILE", "find FILE --photos", "find --photos FILE", "--photos FILE",
    "FILE -l home/Pictures",
  ])
  func aLineWithoutARuleIsAboutFind(line: String) async throws {
    try world.directory.write("Dear Ann,", to: "home/Pictures/letter.txt")
    func why(_ name: String) async throws -> ProgramResult {
      let words = line.split(separator: " ").map { $0 == "FILE" ? name : String($0) }
      return try await world.program(["why"] + words).result()
    }
    let letter = try await why("home/Pictures/letter.txt")
    #expect(letter.text.contains("it is neither a picture nor a movie"), "\(letter.errorText)")
    let picture = try await why("home/Pictures/a.png")
    #expect(picture.lines.last == "result   comes through", "\(picture.errorText)")
  }

  @Test(arguments: ["recent", "find", "find --photos"])
  func whyAsksForThePicture(line: String) async throws {
    let result = try await world.program(["why"] + line.split(separator: " ").map(String.init))
      .result()
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("name a picture first"), "\(result.errorText)")
  }

  /// The name of a rule behind options, and the text of one, are no options of `find`.
  @Test(arguments: [["--limit", "3", "recent"], ["--videos", "recent"], ["-e", "return 1"]])
  func aRuleBehindOptionsIsMeant(words: [String]) async throws {
    let bare = try await world.program(["why", "home/Pictures/a.png"] + words).result()
    let named = try await world.program(["why", "home/Pictures/a.png", "find"] + words).result()
    #expect(bare.text + bare.errorText != named.text + named.errorText)
    #expect(!bare.text.contains("rule     find"), "\(bare.text)")
  }

  @Test func datesAreShownInLocalTime() async throws {
    let name = "Screenshot 2023-07-18 at 04.22.01.png"
    try world.picture(name, in: "home/Pictures")
    var program = world.program(["why", "home/Pictures/\(name)", "--photos", "--taken", "2023-08"])
    program.environment["TZ"] = "Europe/Berlin"
    let result = try await program.result()
    #expect(
      result.lines.contains { $0.hasSuffix("NO, it is 2023-07-18T04:22:01.000+02:00") },
      "\(result.text)\(result.errorText)")
  }
}
