import Foundation
import ProgramSupport
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
    let test = try await world.run("plugins", "test", "mine")
    #expect(test.status == .exited(0), "\(test.errorText)")
    #expect(test.lines.contains("ok  reads catalogues of 0, 1, 300 assets"))
    #expect(test.lines.last == "mine keeps the contract")
    #expect(try await world.run("plugins", "new", "library", "mine").status == .exited(73))
    // By its folder it is found as well, and with a mistake that the fixture shows it ends at once.
    let text = try String(contentsOfFile: "\(path).lua", encoding: .utf8)
    try world.directory.write(
      text.replacing("row = \"p.id\"", with: "row = \"p.folder\""),
      to: "config/shotflow/libraries/mine.lua")
    let broken = try await world.run(
      "plugins", "test", world.path("config/shotflow/libraries"))
    #expect(broken.status == .exited(3))
    #expect(broken.errorText.contains("mine: with the fixture: "), "\(broken.errorText)")
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

  /// Its photos and videos are in tables of their own.
  @Test func theDeclarationOfShotwellKeepsTheContract() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let kinds = root.appendingPathComponent("Sources/Libraries/CatalogueLibrary/Kinds").path
    try world.directory.write(
      String(contentsOfFile: "\(kinds)/shotwell.lua", encoding: .utf8), to: "shotwell.lua")
    try world.directory.write(Self.shotwell, to: "shotwell_test.lua")
    let result = try await world.run("plugins", "test", "shotwell.lua")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.contains("ok  reads catalogues of 0, 1, 300 assets"))
    #expect(result.lines.last == "shotwell keeps the contract")
  }

  private static let shotwell = """
    return {
      catalogue = [[
        CREATE TABLE VersionTable (id INTEGER PRIMARY KEY, schema_version INTEGER, app_version TEXT, user_data TEXT);
        CREATE TABLE PhotoTable (id INTEGER PRIMARY KEY, filename TEXT UNIQUE NOT NULL, width INTEGER, height INTEGER,
          exposure_time INTEGER, orientation INTEGER, original_orientation INTEGER, event_id INTEGER, transformations TEXT,
          time_created INTEGER, flags INTEGER DEFAULT 0, rating INTEGER DEFAULT 0, file_format INTEGER DEFAULT 0, title TEXT,
          editable_id INTEGER DEFAULT -1, developer TEXT, develop_shotwell_id INTEGER DEFAULT -1,
          develop_camera_id INTEGER DEFAULT -1, develop_embedded_id INTEGER DEFAULT -1, comment TEXT, has_gps INTEGER DEFAULT -1,
          gps_lat REAL, gps_lon REAL);
        CREATE TABLE VideoTable (id INTEGER PRIMARY KEY, filename TEXT UNIQUE NOT NULL, width INTEGER, height INTEGER,
          clip_duration REAL, exposure_time INTEGER, event_id INTEGER, time_created INTEGER, rating INTEGER DEFAULT 0, title TEXT,
          flags INTEGER DEFAULT 0, comment TEXT);
        CREATE TABLE BackingPhotoTable (id INTEGER PRIMARY KEY, filepath TEXT, width INTEGER, height INTEGER);
        CREATE TABLE EventTable (id INTEGER PRIMARY KEY, name TEXT, comment TEXT);
        CREATE TABLE TagTable (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, photo_id_list TEXT);
        INSERT INTO VersionTable VALUES (1, 24, '0.32', NULL);
        INSERT INTO BackingPhotoTable VALUES (1, '/none/1-edited.jpg', 800, 600);
        INSERT INTO PhotoTable (id, filename, width, height, exposure_time, orientation, original_orientation, event_id, flags,
          rating, title, editable_id) VALUES
          (1, '/none/1.jpg', 1600, 1200, 1556964000, 6, 6, 1, 16, 5, 'One', 1),
          (2, '/none/2.jpg', 1600, 1200, 1556964005, 1, 1, 2, 0, 3, NULL, -1),
          (7, '/none/7.jpg', 1600, 1200, NULL, 1, 1, 1, 4, -1, NULL, -1);
        INSERT INTO VideoTable (id, filename, width, height, clip_duration, exposure_time, event_id, rating) VALUES
          (1, '/none/1.mov', 640, 480, 2.5, 1556964009, 1, 1);
        INSERT INTO EventTable VALUES (1, 'Rome', 'In May'), (2, NULL, NULL);
        INSERT INTO TagTable VALUES (1, '/Trips/Rome', 'thumb0000000000000001,video-0000000000000001,'),
          (2, 'Zoo', 'thumb0000000000000002,'), (3, '/Trips', NULL);
      ]],
      tests = { { name = "photos and videos", count = 3 } },
    }
    """

  @Test(arguments: [
    ("row = \"p.id\"", "row = \"p.folder\"", "gives 1 for several assets"),
    ("\"p.title\"", "\"'x' || random()\"", "assets.fields.title of its declaration"),
    ("\"p.title\"", "\"p.titel\"", "the catalogue has no title: no such column: p.titel"),
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
