import Foundation
import TestSupport
import Testing

/// `plugins new library` and `plugins test` of a declaration of a catalogue.
@Suite struct LibraryPluginTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Writes the template as `mine.lua`, with a part of the declaration or of its tests replaced.
  private func make(
    _ old: String = "", _ new: String = "", in suffix: String = ".lua"
  ) async throws {
    let made = try await world.run("plugins", "new", "library", "mine.lua")
    #expect(made.status == .exited(0), "\(made.errorText)")
    if old.isEmpty { return }
    let text = try String(contentsOfFile: world.path("mine\(suffix)"), encoding: .utf8)
    #expect(text.contains(old))
    try world.directory.write(text.replacing(old, with: new), to: "mine\(suffix)")
  }

  @Test func aNewLibraryKeepsTheContract() async throws {
    let made = try await world.run("plugins", "new", "library", "mine")
    #expect(made.status == .exited(0), "\(made.errorText)")
    let path = world.path("config/shotflow/libraries/mine")
    #expect(made.lines == ["\(path).lua", "\(path)_test.lua"])
    let tests = try await world.run("test", "\(path)_test.lua")
    #expect(tests.status == .exited(0), "\(tests.text)\(tests.errorText)")
    #expect(tests.lines.last == "2 of 2 tests passed")
    for word in ["mine", world.path("config/shotflow/libraries")] {
      let test = try await world.run("plugins", "test", word)
      #expect(test.status == .exited(0), "\(test.errorText)")
      #expect(test.lines.contains("ok  reads catalogues of 0, 1, 1000 assets"))
      #expect(test.lines.last == "mine keeps the contract")
    }
    #expect(try await world.run("plugins", "new", "library", "mine").status == .exited(73))
  }

  @Test func testsKnowTheFieldsThatTheLibraryAdds() async throws {
    try await make(
      "file = ", "adds = { points = { \"integer\", \"the stars, doubled\" } }, file = ")
    let path = world.path("mine.lua")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try world.directory.write(
      text.replacing("title = \"p.title\"", with: "title = \"p.title\", points = \"2 * p.stars\""),
      to: "mine.lua")
    let tests = try String(contentsOfFile: world.path("mine_test.lua"), encoding: .utf8)
    try world.directory.write(
      tests.replacing(
        "tests = {",
        with:
          "tests = {\n  { name = \"points\", stage = \"filter { points = at_least(2) }\", count = 1 },"
      ),
      to: "mine_test.lua")
    let result = try await world.run("test", "mine_test.lua")
    #expect(result.lines.last == "3 of 3 tests passed", "\(result.text)\(result.errorText)")
    let contract = try await world.run("plugins", "test", "mine.lua")
    #expect(contract.lines.last == "mine keeps the contract", "\(contract.errorText)")
  }

  @Test func theExampleForLightroomKeepsTheContract() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Examples/libraries/lightroom").path
    let tests = try await world.run("test", "\(path)_test.lua")
    #expect(tests.lines.last == "4 of 4 tests passed", "\(tests.text)\(tests.errorText)")
    let contract = try await world.run("plugins", "test", "\(path).lua")
    #expect(contract.lines.last == "lightroom keeps the contract", "\(contract.errorText)")
  }

  @Test(arguments: [
    ("row = \"p.id\"", "row = \"p.folder\"", "gives 1 for several assets"),
    ("\"p.title\"", "\"'x' || random()\"", "assets.fields.title of its declaration"),
    ("album = \"j.tag\"", "album = \"j.tags\"", "no such column: j.tags"),
    ("\"f.name || '/' || p.name\"", "\"'/etc/passwd'\"", "is outside of the catalogue's folders"),
  ])
  func aBrokenDeclarationIsNamed(_ old: String, _ new: String, _ reason: String) async throws {
    try await make(old, new)
    let result = try await world.run("plugins", "test", "mine.lua")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("mine: with the fixture: "), "\(result.errorText)")
    #expect(result.errorText.contains(reason), "\(result.errorText)")
  }

  @Test func aComputedIdentifierIsTriedOnTheFixtureAlone() async throws {
    try await make("row = \"p.id\"", "row = \"p.id % 3\"")
    let other = try await world.run("plugins", "test", "mine.lua")
    #expect(other.status == .exited(0), "\(other.errorText)")
    #expect(other.text.contains("assets.row is no column of a table"))
  }

  @Test(arguments: [
    ("INSERT INTO info", "ATTACH '/tmp/x.db' AS x; INSERT INTO info", "not authorized"),
    ("INSERT INTO info", "VACUUM INTO '/tmp/x.db'; INSERT INTO info", "catalogue: "),
    ("INSERT INTO info", "INSERT INTO infos", "catalogue: no such table: infos"),
    (
      "INSERT INTO info",
      "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT max(n) FROM n; INSERT INTO info",
      "catalogue: its SQL takes too long"
    ),
  ])
  func theSQLOfAFixtureOnlyMakesIt(_ old: String, _ new: String, _ reason: String) async throws {
    try await make(old, new, in: "_test.lua")
    let result = try await world.run("plugins", "test", "mine.lua")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains(reason), "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/x.db"))
  }

  /// The catalogue is made for each of two tests.
  @Test(.timeLimit(.minutes(5)), arguments: [(100, false), (40, true)])
  func temporaryFilesOfAFixtureAreBounded(_ count: Int, _ fits: Bool) async throws {
    let fill = """
      CREATE TEMP TABLE kept AS
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT \(count))
      SELECT replace(printf('%04000d', 0), '0', printf('%02000d', 0)) || n FROM n; INSERT INTO info
      """
    try await make("INSERT INTO info", fill, in: "_test.lua")
    let result = try await world.run("test", "mine_test.lua")
    #expect(result.status == .exited(fits ? 0 : 3), "\(result.text)\(result.errorText)")
    #expect(fits || result.text.contains("catalogue: database or disk is full"))
  }

  @Test func aDumpIsAFixture() async throws {
    try await make(
      "CREATE TABLE info", "PRAGMA foreign_keys=OFF; BEGIN TRANSACTION; CREATE TABLE info",
      in: "_test.lua")
    let result = try await world.run("test", "mine_test.lua")
    #expect(result.status == .exited(0), "\(result.text)\(result.errorText)")
  }

  @Test func aLibraryWithoutAFixtureIsNotTested() async throws {
    try await make()
    try FileManager.default.removeItem(atPath: world.path("mine_test.lua"))
    let result = try await world.run("plugins", "test", "mine.lua")
    #expect(result.status == .exited(64))
    #expect(
      result.errorText.contains("\"mine.lua\" is tested on a catalogue that \"mine_test.lua\""))
  }

  @Test func testsOfALibraryFailWhenItsValuesDiffer() async throws {
    try await make("'The forum', 5", "'The forum', 4", in: "_test.lua")
    let result = try await world.run("test", "mine_test.lua")
    #expect(result.status == .exited(3))
    #expect(result.text.contains("FAIL  values are those of the catalogue"))
  }

  @Test(arguments: [
    (["library"], "a kind of library has a name: shotflow plugins new library NAME"),
    (["library", "digikam"], "\"digikam\" is a kind of library already"),
    (["library", "Big Name"], "a library's name is made of a-z, 0-9 and _, not \"Big Name\""),
    (["one", "two"], "\"two\" is one name too many"),
  ])
  func oddNamesAreRefused(_ words: [String], _ reason: String) async throws {
    let result = try await world.program(["plugins", "new"] + words).result()
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains(reason), "\(result.errorText)")
  }
}
