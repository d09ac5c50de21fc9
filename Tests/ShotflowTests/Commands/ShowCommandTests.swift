import Foundation
import ProgramSupport
import Samples
import TerminalSupport
import TestSupport
import Testing

/// `shotflow show`: a picture where the terminal can show it, and the facts about files.
@Suite struct ShowCommandTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png")
    try world.directory.setModified(
      Date(timeIntervalSince1970: 1_443_389_368), of: "pictures/a.png")
  }

  @Test func printsTheFactsInPlainLines() async throws {
    let result = try await world.run("show", "pictures/a.png")
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    #expect(result.lines.first == "a.png")
    #expect(result.lines.contains("  path  pictures/a.png"))
    #expect(result.lines.contains("  date  2015-09-27 21:29:28 +00:00, by fileSystem"))
    #expect(result.lines.contains("  kind  image, public.png"))
    #expect(
      result.lines.contains { $0.wholeMatch(of: /\ \ size\ \ \d+ × \d+ pixels, \d+ B/) != nil },
      "\(result.text)")
    // Unknown facts have no line.
    #expect(result.lines.count == 5)
    #expect(!result.text.contains("\u{1B}"))
  }

  @Test func printsWhatIsTypedAndWhereItWasTaken() async throws {
    let picture = JPEGPicture(width: 40, height: 30) {
      $0.exif = EXIFBlock {
        $0.make = "Canon"
        $0.model = "R5"
        $0.dateTimeOriginal = "2019:07:01 12:00:00"
        $0.offsetTimeOriginal = "+02:00"
        $0.position = Position(latitude: 54.5, longitude: 7.25, altitude: 12)
      }
      $0.xmp = XMPPacket([("photoshop:City", "Helgoland"), ("xmp:Rating", "4")])
      $0.segments = [
        IPTCBlock(isUTF8: true) {
          $0.add(25, "sun")
          $0.add(120, "By the sea")
          $0.add(25, "Größe")
        }.segment
      ]
    }
    try world.directory.write(picture, to: "pictures/b.jpg")
    let result = try await world.run("show", "pictures/b.jpg")
    let facts = [
      ("date", "2019-07-01 12:00:00 +02:00, by exif"), ("camera", "Canon R5"),
      ("place", "54.5, 7.25, Helgoland"), ("keywords", "sun, Größe"), ("rating", "4"),
      ("caption", "By the sea"),
    ]
    for (label, value) in facts {
      let line = "  " + label.padding(toLength: 10, withPad: " ", startingAt: 0) + value
      #expect(result.lines.contains(line), "\(result.text)")
    }
    let all = try await world.run("show", "--all", "pictures/b.jpg")
    for (name, value) in [
      ("creationDate", "2019-07-01T10:00:00.000Z"), ("location.latitude", "54.5"),
      ("keywords", "sun, Größe"), ("exif.Model", "R5"), ("isFavorite", "false"),
    ] {
      let found = all.lines.contains { line in
        line.hasPrefix("  \(name) ") && line.hasSuffix(" \(value)")
      }
      #expect(found, "\(all.text)")
    }
  }

  @Test func severalFilesAreApartAndOneThatIsMissingIsReported() async throws {
    try world.directory.write("text", to: "note.txt")
    let result = try await world.run(
      "show", "pictures/a.png", "missing.png", "pictures", "note.txt")
    #expect(result.status == .exited(3))
    #expect(result.text.contains("\n\nnote.txt\n"))
    #expect(result.text.contains("  kind  unknown, public.data\n"))
    #expect(result.errorLines.count == 2)
    #expect(result.errorText.contains("missing.png: no such file or folder"))
    #expect(result.errorText.contains("pictures: is a folder; name the files"))
    #expect(try await world.run("show").status == .exited(64))
  }

  @Test func namesCantSteerTheTerminal() async throws {
    try world.picture("a\u{1B}[2J\nb.png", seed: 9)
    let result = try await world.run("show", "pictures/a\u{1B}[2J\nb.png")
    #expect(result.lines.first == "a\\x1b[2J\\nb.png")
    #expect(!result.text.contains("\u{1B}"))
  }

  private func shown(
    _ variables: [String: String], columns: UInt16 = 100, _ files: String...
  ) async throws -> ProgramResult {
    var program = world.program(
      ["show"] + files, terminal: Terminal(columns: columns, rows: 40))
    program.environment.merge(variables) { $1 }
    return try await program.result()
  }

  @Test func drawsThePictureByHalfBlocksAboveTheFacts() async throws {
    try world.picture("b.png", seed: 2)
    let result = try await shown([:], "pictures/a.png", "pictures/b.png")
    #expect(result.status == .exited(0))
    var grid = TerminalGrid(columns: 100, rows: 80)
    grid.show(result.errorText)
    #expect(grid.unknown.isEmpty, "\(grid.unknown)")
    let lines = grid.lines
    let pictured = lines.indices.filter { lines[$0].hasPrefix("▀") }
    let names = ["a.png", "b.png"].compactMap { lines.firstIndex(of: $0) }
    #expect(names.count == 2)
    // Each picture ends above its name, and has no line of text in it.
    for name in names { #expect(pictured.contains(name - 1)) }
    #expect(pictured.count <= 40)
  }

  @Test func drawsEachPictureInKittyUnderANumberOfItsOwn() async throws {
    try world.picture("b.png", seed: 2)
    let result = try await shown(["TERM": "xterm-kitty"], "pictures/a.png", "pictures/b.png")
    #expect(result.errorText.contains(/\u{1B}_Ga=T,f=\d+,s=\d+,v=\d+,i=1,/))
    #expect(result.errorText.contains(/\u{1B}_Ga=T,f=\d+,s=\d+,v=\d+,i=2,/))
  }

  @Test(
    arguments: [
      (["NO_COLOR": "1"], 100), (["TERM": "xterm"], 100), (["TERM": "dumb"], 100), ([:], 20),
    ] as [([String: String], UInt16)])
  func drawsNothingWhereTheTerminalCant(
    _ variables: [String: String], _ columns: UInt16
  ) async throws {
    let result = try await shown(variables, columns: columns, "pictures/a.png")
    #expect(result.status == .exited(0))
    #expect(!result.errorText.contains("▀") && !result.errorText.contains("\u{1B}_G"))
    #expect(result.errorText.contains("a.png"))
  }
}
