import Foundation
import PhotosSamples
import ProgramSupport
import Samples
import TerminalSupport
import TestSupport
import Testing

/// Records on a terminal: a table that fits, in which no name does harm.
@Suite struct TableTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a\u{1B}[2J\u{202E}\tb.png")
    try world.picture("\(String(repeating: "long", count: 40)).png", seed: 2)
    try world.picture("写真写真写真写真写真写真写真写真写真写真.png", seed: 3)
  }

  private func show(
    _ words: [String] = [], columns: UInt16 = 80, color: String = "never"
  ) async throws -> ProgramResult {
    let rule = try world.libraryRule("filter { sortedBy = \"filename\" }")
    return try await world.program(
      ["run", rule, "-l", world.library, "--color", color] + words,
      terminal: Terminal(columns: columns)
    ).result()
  }

  @Test(arguments: [40, 80, 200] as [UInt16])
  func noLineIsLongerThanTheTerminalIsWide(columns: UInt16) async throws {
    let result = try await show(columns: columns)
    #expect(result.status == .exited(0))
    var grid = TerminalGrid(columns: Int(columns), rows: 20)
    grid.show(result.errorText)
    #expect(grid.unknown == [])
    // A header, three records, and the hint, each on a line of its own.
    let lines = result.errorText.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("localDate         filename"))
    // The folder is there before the location and the type.
    for name in ["location", "mediaType"] {
      #expect(lines[0].contains(name) == (columns == 200))
    }
    #expect(lines[0].contains("folder") == (columns > 40))
    for line in lines.prefix(4) {
      let width = line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2FFF ? 2 : 1) }
      #expect(width <= Int(columns), "\(line)")
    }
    #expect(lines[4].contains("--format ndjson"))
    // Columns stand below each other.
    let place = try #require(lines[0].range(of: "filename")).lowerBound.utf16Offset(in: lines[0])
    #expect(lines[1].dropFirst(place).hasPrefix("a\\x1b["))
    #expect(lines[1].utf16.dropFirst(place - 2).prefix(2).allSatisfy { $0 == 32 })
  }

  @Test func pathsBeginAtTheHomeAndLeadToCopies() async throws {
    try world.picture("x.png", in: "home/pics")
    func show(_ words: String...) async throws -> String {
      try await world.program(
        words + ["--color", "never"], terminal: Terminal(columns: 200)
      ).result().errorText
    }
    let found = try await show("find", "home/pics")
    #expect(found.contains("  folder\r\n") && found.contains("  ~/pics\r\n"), "\(found)")
    let copied = try await show("organise", "home/pics", "--copy", "--to", "home/out")
    #expect(copied.contains("  ~/out/") && !copied.contains("  ~/pics"), "\(copied)")
    #expect(!copied.contains("x.png\r\n"), "\(copied)")
    let renamed = try await show("rename", "home/pics", "--to", "y")
    #expect(renamed.contains("y.png"), "\(renamed)")
    let asked = try await show(
      "organise", "home/pics", "--copy", "--to", "home/new", "--fields", "filename,path")
    #expect(asked.contains("  ~/pics/y.png\r\n"), "\(asked)")
  }

  @Test func theSizeIsThatOfTheWrittenPicture() async throws {
    try world.directory.write(
      JPEGPicture(width: 1600, height: 1200, seed: 3), to: "home/pics/x.jpg")
    func size(_ words: String...) async throws -> Substring {
      let table = try await world.program(
        words + ["--color", "never"], terminal: Terminal(columns: 200)
      ).result().errorText
      let size = try Regex(#"[0-9.]+ [kM]?B +image"#).firstMatch(in: table)
      return table[try #require(size, "\(table)").range]
    }
    let written = try await size(
      "export", "home/pics", "--to", "home/out", "--as", "jpeg", "--size", "20", "--allow", "write")
    #expect(try await size("find", "home/out") == written)
    #expect(try await size("find", "home/pics") != written)
  }

  @Test func otherPathsBeginAtTheHomeToo() async throws {
    try world.picture("x.png", in: "home/pics")
    _ = try await world.run("organise", "home/pics", "--copy", "--to", "home/out/{filename}")
    for words in [["undo", "--list", "1"], ["undo"]] {
      let table = try await world.program(words + ["--format", "table"]).result()
      let row = try #require(table.lines.dropFirst().first)
      #expect(row.contains("  ~/out/x.png") && row.contains("  ~/pics/x.png"), "\(table.text)")
    }
    let record =
      #"{"v":1,"kind":"asset","filename":"a.heic","mediaType":"image","livePhotoVideoPath":""#
      + world.path("home/pics/a.mov") + "\"}"
    try world.directory.write(record + "\n", to: "records")
    let live = try await world.shell(
      "\"$shotflow\" find - --format table --fields filename,livePhotoVideoPath < records"
    ).result()
    #expect(live.lines.last?.hasSuffix("  ~/pics/a.mov") == true, "\(live.text)")
  }

  @Test func theColumnOfFoldersMayBeAskedFor() async throws {
    try world.picture("x.png", in: "home/pics/A")
    func lines(_ words: String...) async throws -> [String] {
      try await world.program(words + ["--format", "table"]).result().lines
    }
    let found = try await lines("find", "home/pics", "--fields", "filename,folder")
    #expect(found.first?.hasSuffix("  folder") == true, "\(found)")
    #expect(found.last?.hasSuffix("  ~/pics/A") == true, "\(found)")
    let both = try await lines("find", "home/pics", "--fields", "folder,path")
    #expect(both.last?.split(separator: " ") == ["~/pics/A", "~/pics/A/x.png"], "\(both)")
    let counts = try await lines("find", "home/pics", "--count-by", "folder")
    #expect(counts.last?.contains("~/pics/A") == true, "\(counts)")
  }

  @Test func sizesAndPlacesAreReadable() async throws {
    let record =
      #"{"v":1,"kind":"asset","filename":"a.jpg","mediaType":"image","fileSize":1249000,"#
      + #""location":{"latitude":-0.0004,"longitude":13.40555}}"#
    try world.directory.write(record + "\n", to: "records")
    let result = try await world.shell(
      "\"$shotflow\" find - < records", terminal: Terminal(columns: 200)
    ).result()
    #expect(result.errorText.contains("1.2 MB  image      0.000,13.406"), "\(result.errorText)")
  }

  @Test func chosenColumnsThatDoNotFitAreNamed() async throws {
    let result = try await show(
      ["--fields", "filename,path,library,localIdentifier"], columns: 40)
    #expect(result.errorText.contains("too narrow for library, localIdentifier"))
    #expect(!result.errorText.contains("whole records"))
  }

  @Test func whatIsAskedForIsPrinted() async throws {
    let lines = try await show(["--format", "ndjson"]).errorText.components(separatedBy: "\r\n")
    #expect(lines.filter { $0.hasPrefix("{\"v\":1") }.count == 3)
    #expect(lines.filter { !$0.isEmpty }.count == 3)
    let tabs = try await show(["--format", "tsv", "--fields", "filename"])
    #expect(tabs.errorText.contains("a\\x1b[2J\\u{202e}\\tb.png"))
    let paths = try await show(["--format", "paths"])
    #expect(!paths.errorText.contains("\u{1B}") && paths.errorText.contains("a\\x1b[2J"))
  }

  @Test func coloursMarkTheHeaderAndFolders() async throws {
    let result = try await show(["--fields", "localDate,path"], columns: 120, color: "always")
    #expect(result.errorText.contains("\u{1B}[1mlocalDate\u{1B}[0m"))
    #expect(result.errorText.contains("\u{1B}[34m\(world.library.prefix(8))"))
    #expect(!result.errorText.contains("\u{1B}[2J"))
    #expect(!(try await show().errorText.contains("\u{1B}")))
  }

  @Test func aTableInAPipeHasColumnsToo() async throws {
    let rule = try world.libraryRule()
    let result = try await world.run("run", rule, "-l", world.library, "--format", "table")
    #expect(result.lines.count == 4 && result.errorText == "")
    #expect(result.lines.allSatisfy { $0.utf8.count < 120 })
  }

  @Test func nothingIsSaidToBeNothing() async throws {
    try world.directory.makeFolder("none")
    let rule = try world.libraryRule()
    let result = try await world.program(
      ["run", rule, "-l", world.path("none"), "--color", "never"], terminal: Terminal()
    ).result()
    #expect(result.errorText == "shotflow: nothing matched\r\n")
    #expect(try await world.run("run", rule, "-l", world.path("none")).errorText == "")
  }

  @Test func keywordsAndPersonsThatALibraryHasAreSuggested() async throws {
    var asset = PhotosSampleAsset(uuid: "A1", filename: "a.jpg", created: 1)
    (asset.persons, asset.keywords) = (["Oma", "Opa"], ["Summer"])
    let library = world.path("Test.photoslibrary")
    try PhotosSampleLibrary(.macOS15, [asset]).write(to: library)
    for (tests, end) in [
      (["--persons", "Omi"], "; did you mean persons \"Oma\"?"),
      (["--persons", "Opa", "--keywords", "Sumer"], "; did you mean keywords \"Summer\"?"),
      (["--persons", "Opa", "--videos"], ""), (["--persons", "Xaver"], ""),
    ] {
      let result = try await world.program(
        ["find", "-l", library, "--color", "never"] + tests, terminal: Terminal()
      ).result()
      #expect(result.errorText == "shotflow: nothing matched\(end)\r\n")
    }
  }

  @Test func albumsAndChangesFit() async throws {
    let albums = try await world.program(
      ["albums", world.library, "--skip-empty"], terminal: Terminal(columns: 80)
    ).result()
    #expect(albums.errorText.contains("title"))
    let changes = try await world.program(
      ["run", ProgramWorld.changesRule, "-l", world.library, "--color", "never"],
      terminal: Terminal(columns: 80)
    ).result()
    let lines = changes.errorText.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.first?.hasPrefix("type") == true, "\(lines)")
    #expect(lines.count { $0.hasPrefix("inserted") } == 3)
    #expect(lines.contains { $0.wholeMatch(of: /token [0-9a-f]{36}/) != nil })
  }
}
