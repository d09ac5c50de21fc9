import Foundation
import PhotosSamples
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Damaged files, which are assets like others until a stage needs what they lack.
@Suite struct DamageTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    let whole = ProgramWorld.png(2).encoded()
    try world.directory.write(whole, to: "pictures/png called.jpg")
    try world.directory.write(Array(whole.prefix(whole.count / 2)), to: "pictures/cut.png")
    try world.directory.write([], to: "pictures/empty.jpg")
    try world.directory.write("text", to: "pictures/text.heic")
    for name in ["cut.png", "empty.jpg", "text.heic"] { try age("pictures/\(name)") }
  }

  /// Gives a file the time of an hour ago, as nothing is known of one that was written just now.
  private func age(_ path: String) throws {
    try world.directory.setModified(Date(timeIntervalSinceNow: -3600), of: path)
  }

  private struct Damaged: Decodable, Equatable {
    let filename: String
    let damage: String?
  }

  private static let damaged = [
    Damaged(filename: "cut.png", damage: "cut short"),
    Damaged(filename: "empty.jpg", damage: "empty"),
    Damaged(filename: "text.heic", damage: "unknown format"),
  ]

  @Test func isListedWithoutMessages() async throws {
    let result = try await world.run("find", "--damage", "present", "--library", world.library)
    #expect(try result.decodedLines() as [Damaged] == Self.damaged)
    #expect(result.errorText == "")
    #expect(result.status == .exited(0))
    let one = try await world.run("find", "--damage", "cut short", "--library", world.library)
    #expect(try one.decodedLines() as [Damaged] == [Self.damaged[0]])
    let rest = try await world.run("find", "--no-damage", "--library", world.library)
    #expect(try rest.records().compactMap(\.filename) == ["a.png", "png called.jpg"])
  }

  @Test func isInNoRecordThatDoesNotAskForIt() async throws {
    let plain = try await world.run("find", "--library", world.library)
    #expect(plain.status == .exited(0))
    #expect(plain.errorText == "")
    #expect(!plain.text.contains("damage"))
  }

  @Test func isInRecordsOnRequest() async throws {
    let fields = try await world.run(
      "find", "--library", world.library, "--fields", "filename,damage")
    let found: [Damaged] = try fields.decodedLines()
    #expect(found.filter { $0.damage != nil } == Self.damaged)
    #expect(found.count == 5)
  }

  /// A function of a rule sees it, and a record carries it on.
  @Test func functionsAndPipesKnowIt() async throws {
    let rule = try world.libraryRule("filter(function(a) return a.damage == \"empty\" end)")
    let first = try await world.run("run", rule, "--library", world.library)
    #expect(try first.decodedLines() as [Damaged] == [Self.damaged[1]])
    let next = try await world.run(
      "run", try world.inputRule("filter { damage = present }", named: "next.lua"),
      input: first.text)
    #expect(next.text == first.text)
  }

  @Test func isMovedToQuarantine() async throws {
    let rule = try world.actingRule(
      "filter { damage = present }, move { to = \"quarantine/\" }")
    let result = try await world.program(world.actingWords(rule)).result()
    #expect(result.errorLines.count == 1)
    #expect(result.status == .exited(0))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: world.path("pictures/quarantine"))
    #expect(names.sorted() == Self.damaged.map(\.filename))
  }

  @Test func failsWhereThePixelsAreNeeded() async throws {
    let rule = try world.libraryRule("load { size = { 8, 8 } }")
    let arguments = ["run", rule, "--library", world.library, "--out", world.path("out")]
    let result = try await world.program(arguments).result()
    #expect(result.status == .exited(3))
    #expect(try result.records().compactMap(\.filename) == ["a.png", "png called.jpg"])
    #expect(result.errorText.contains("cut.png: the file is cut short\n"))
    #expect(result.errorText.contains("empty.jpg: the file is empty\n"))
    let asked = try await world.program(arguments + ["--exit-status"]).result()
    #expect(asked.status == .exited(0))
  }

  /// A failure that is kept is data.
  @Test func keptFailuresAreNone() async throws {
    let rule = try world.libraryRule("load { size = { 8, 8 }, keepFailed = true }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out", world.path("out"))
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    #expect(try result.records().count == 5)
  }

  @Test func aCoverIsTheFirstUndamagedAsset() async throws {
    try FileManager.default.createDirectory(
      atPath: world.path("pictures/trip"), withIntermediateDirectories: true)
    try world.directory.write(
      Array(ProgramWorld.png(7).encoded().prefix(60)), to: "pictures/trip/a.png")
    try age("pictures/trip/a.png")
    try world.picture("trip/b.png", seed: 8)
    let rule = try world.rule("return pipeline { source { albums = { \"trip\" } } }")
    let result = try await world.run("run", rule, "--library", world.library)
    let album = try #require(try result.records().first)
    #expect(album.count == 2)
    #expect(album.cover?.localIdentifier == "trip/b.png")
  }

  /// A program still has the file open for writing.
  @Test func aFileThatIsBeingWrittenIsLeftAlone() async throws {
    let path = world.path("pictures/cut.png")
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let rule = try world.libraryRule(
      "filter { filename = \"cut.png\" }, dedupe { by = \"sha1\", memory = \"m\" }, notify {}")
    let arguments = ["run", rule, "--library", world.library]
    let early = try await world.program(arguments).result()
    #expect(early.text == "")
    #expect(early.status == .exited(0))
    #expect(try await world.ledgerEntries().isEmpty)
    let listed = try await world.run("find", "--damage", "present", "--library", world.library)
    #expect(try listed.records().compactMap(\.filename) == ["empty.jpg", "text.heic"])
    #expect(
      listed.errorText
        == "shotflow: 1 file was written a moment ago, and is looked at in a later run\n")
    try writer.seekToEnd()
    let whole = ProgramWorld.png(2).encoded()
    try writer.write(contentsOf: whole[(whole.count / 2)...])
    try writer.close()
    let late = try await world.program(arguments).result()
    #expect(try late.records().compactMap(\.filename) == ["cut.png"])
  }

  /// Returns a JPEG with many details.
  private func jpeg() async throws -> [UInt8] {
    let picture = PNGPicture(width: 320, height: 240) {
      $0.mosaic = Mosaic(seed: 5, columns: 80, rows: 60)
    }
    try world.directory.write(picture.encoded(), to: "source/a.png")
    let rule = try world.libraryRule(
      "load { size = { 320, 240 }, format = \"jpeg\" }", named: "make.lua")
    let made = try await world.run(
      "run", rule, "--library", world.path("source"), "--out", world.path("made"))
    try #require(made.status == .exited(0), "\(made.errorText)")
    return try world.directory.contents(of: "made/a-320x240.jpg")
  }

  /// A PNG whose start and end are whole, and whose pixels can't be decoded.
  private static var undecodable: [UInt8] {
    var bytes = PNGPicture(width: 320, height: 240) {
      $0.mosaic = Mosaic(seed: 5, columns: 80, rows: 60)
    }.encoded()
    for place in 0..<512 { bytes[bytes.count / 2 + place] ^= 0x55 }
    return bytes
  }

  /// The original has another name than Photos shows, and `find` tests what `damaged` found.
  @Test(.needs(.faultLibrary)) func damageInAPhotosLibraryIsKnownFromThenOn() async throws {
    var asset = PhotosSampleAsset(uuid: "A1", filename: "IMG_1.PNG", created: 100)
    asset.columns["ZFILENAME"] = "A1.png"
    asset.original = Self.undecodable
    let library = world.path("Test.photoslibrary")
    try PhotosSampleLibrary(.macOS15, [asset]).write(to: library)
    try age("Test.photoslibrary/originals/A/A1.png")
    let find = ["find", "--damage", "present", "--library", library]
    #expect(try await world.laterProgram(find).result().text == "")
    let found = [Damaged(filename: "IMG_1.PNG", damage: "undecodable")]
    let deep = try await world.laterProgram(["damaged", "--deep", "--library", library]).result()
    #expect(try deep.decodedLines() as [Damaged] == found, "\(deep.errorText)")
    let later = try await world.laterProgram(find).result()
    #expect(try later.decodedLines() as [Damaged] == found, "\(later.errorText)")
  }

  @Test(.needs(.faultLibrary)) func whatADecoderRefusedIsKnownAsDamaged() async throws {
    try world.directory.write(Self.undecodable, to: "pictures/broken.png")
    try age("pictures/broken.png")
    let before = try await world.run("damaged", world.library)
    #expect(try before.decodedLines() as [Damaged] == Self.damaged)
    let rule = try world.libraryRule(
      "filter { filename = \"broken.png\" }, load { size = { 30, 30 } }")
    let loaded = try await world.laterProgram(["run", rule, "--library", world.library]).result()
    #expect(loaded.status == .exited(3))
    let after = try await world.run("damaged", world.library)
    #expect(
      try after.decodedLines() as [Damaged]
        == [Damaged(filename: "broken.png", damage: "undecodable")] + Self.damaged)
  }

  @Test(.needs(.faultLibrary), arguments: [0, 0x55] as [UInt8])
  func damageInTheMiddleIsFoundByDecoding(_ byte: UInt8) async throws {
    let whole = try await jpeg()
    var broken = whole
    for place in 0..<512 { broken[whole.count / 2 + place] = byte }
    for (name, bytes) in [("whole.jpg", whole), ("broken.jpg", broken)] {
      try world.directory.write(bytes, to: "pictures/\(name)")
      try age("pictures/\(name)")
    }
    let all = [Damaged(filename: "broken.jpg", damage: "undecodable")] + Self.damaged
    let plain = try await world.run("damaged", world.library)
    #expect(try plain.decodedLines() as [Damaged] == Self.damaged)
    let deep = try await world.laterProgram(["damaged", world.library, "--deep"]).result()
    #expect(try deep.decodedLines() as [Damaged] == all, "\(deep.errorText)")
    #expect(deep.status == .exited(0))
    // What was found is known from then on, until the file changes.
    let later = try await world.run("damaged", world.library)
    #expect(try later.decodedLines() as [Damaged] == all)
    try world.directory.write(whole + [0], to: "pictures/broken.jpg")
    try age("pictures/broken.jpg")
    let mended = try await world.run("damaged", world.library, "--deep")
    #expect(try mended.decodedLines() as [Damaged] == Self.damaged)
  }

  @Test func whatStaysInATakeoutIsListedWithItsDamage() async throws {
    let made = try await world.run("sample", "pictures/google", "--kind", "takeout", "--count", "6")
    try #require(made.status == .exited(0), "\(made.errorText)")
    let name = try #require(
      world.names(in: "pictures/google").first { $0.hasSuffix(".JPG") && !$0.contains("-edited") })
    let path = "pictures/google/\(name)"
    try world.directory.write([], to: path)
    try age(path)
    let result = try await world.run("damaged", world.library, "--move-to", world.path("away"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names(in: "away").count == Self.damaged.count)
    let listed = try result.decodedLines() as [Damaged]
    let stays = listed.filter { name.hasSuffix("/\($0.filename)") }
    #expect(stays.count == 1 && stays.first?.damage != nil, "\(result.text)")
    #expect(listed.count == Self.damaged.count + 1)
    #expect(
      result.errorText.contains("download the Takeout again, or delete them by hand"),
      "\(result.errorText)")
    #expect(world.names(in: "pictures/google").contains(name))
    let again = try await world.run("damaged", world.library, "--move-to", world.path("away"))
    #expect(
      again.errorText.contains("nothing was moved; 1 asset stays in the library "),
      "\(again.errorText)")
  }

  @Test func itsTableShowsTheDamage() async throws {
    let table = try await world.program(
      ["damaged", world.library, "--color", "never"], terminal: Terminal(columns: 120)
    ).result()
    let head = try #require(table.errorText.components(separatedBy: "\r\n").first)
    #expect(head.contains("damage") && !head.contains("location"), "\(head)")
  }

  /// The same sentence about many files is printed three times, and then counted.
  @Test func theSameReasonIsCounted() async throws {
    for number in 0..<20 {
      try world.directory.write([], to: "pictures/empty \(number).jpg")
      try age("pictures/empty \(number).jpg")
    }
    let rule = try world.libraryRule(
      "filter { filename = like(\"empty*\") }, load { size = { 8, 8 } }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out", world.path("out"))
    #expect(result.errorLines.count { $0.hasSuffix(": the file is empty") } == 3)
    #expect(
      result.errorText.contains("shotflow: the file is empty: the same for 18 more assets\n"))
    #expect(result.status == .exited(3))
  }
}
