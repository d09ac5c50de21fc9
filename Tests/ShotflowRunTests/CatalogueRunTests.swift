import Files
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A catalogue whose pictures were moved, read by a declaration of the user's.
@Suite struct CatalogueRunTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", in: "moved/2019")
    try world.directory.write(
      """
      return library {
        name = "mine", api = 1, summary = "a catalogue", file = "mine.db",
        assets = { from = "photo p", row = "p.id", root = "1", path = "p.path", fields = {} },
        roots = { id = "1", path = "p.root", from = "photo p" },
      }
      """, to: "config/shotflow/libraries/mine.lua")
    try world.directory.write([], to: "old/mine.db")
    try SQLiteConnection(path: world.path("old/mine.db")).execute(
      "CREATE TABLE photo (id INTEGER PRIMARY KEY, root, path);"
        + " INSERT INTO photo VALUES (1, '/srv/photos', '2019/a.png')")
  }

  private func find(_ words: String...) async throws -> ProgramResult {
    let usual = ["find", "-l", "mine:old/mine.db", "--fields", "isMissing,pixelWidth"]
    return try await world.program(usual + ["--format", "tsv"] + words).result()
  }

  @Test func aRootThatWasMovedIsNamedForOneRun() async throws {
    let denied = try await find()
    #expect(denied.status == .exited(0))
    #expect(denied.lines.last?.hasPrefix("true") == true, "\(denied.text)")
    #expect(
      denied.errorText.contains(
        "the pictures in \"/srv/photos\", outside of the catalogue's folder, count as missing; to let"
          + " the rule read such files, add --allow references"), "\(denied.errorText)")
    let gone = try await find("--allow", "references")
    #expect(gone.lines.last?.hasPrefix("true") == true, "\(gone.text)\(gone.errorText)")
    #expect(!gone.errorText.contains("--allow references"))
    // The user named the folder, so the rule needs no permission for it.
    let found = try await find("--root", "/srv/photos=moved")
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(found.lines.last?.hasPrefix("false") == true, "\(found.text)\(found.errorText)")
    #expect(found.lines.last != "false\t")
  }

  /// Each list alone is short enough for a statement.
  @Test func testsThatAreTooManyForOneStatementAreDoneByTheRun() async throws {
    let names = (0..<250).map { "\"\($0).png\"" }.joined(separator: ", ")
    let rule = try world.libraryRule(
      "filter { filename = { \(names), \"a.png\" }, localIdentifier = { \(names), \"1\" } }")
    let result = try await world.program(
      ["run", rule, "-l", "mine:old/mine.db", "--root", "/srv/photos=moved"]
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let shotwell = try await world.program(["sample", "s", "--kind", "shotwell"]).result()
    #expect(shotwell.status == .exited(0))
    let other = try await world.program(["run", rule, "-l", "s"]).result()
    #expect(other.status == .exited(0) && other.text.isEmpty, "\(other.errorText)")
  }

  /// A release may lack a table of albums; a mistake in the declaration is another thing.
  @Test(arguments: [("gone.title", true), ("a.subtitle", true), ("a.title ||", false)])
  func albumsThatCantBeReadAreNamed(_ title: String, _ isOfRelease: Bool) async throws {
    let table = title.hasPrefix("gone") ? "gone" : "album a"
    try world.directory.write(
      """
      return library {
        name = "mine", api = 1, summary = "a catalogue", file = "mine.db",
        assets = { from = "photo p", row = "p.id", root = "1", path = "p.path", fields = {} },
        albums = {
          { kind = "odd", id = "1", title = "\(title)", from = "\(table)",
            members = { album = "1", asset = "p.id", from = "photo p" } },
          { kind = "trip", id = "a.id", title = "a.title", from = "album a",
            members = { album = "1", asset = "p.id", from = "photo p" } },
        },
        roots = { id = "1", path = "p.root", from = "photo p" },
      }
      """, to: "config/shotflow/libraries/mine.lua")
    try SQLiteConnection(path: world.path("old/mine.db")).execute(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, title); INSERT INTO album VALUES (1, 'Rome')")
    let found = try await find("--album", "Rome", "--root", "/srv/photos=moved")
    if isOfRelease {
      #expect(found.status == .exited(0), "\(found.errorText)")
      #expect(found.lines.count == 2)
      #expect(
        found.errorText.contains("the catalogue has no albums of the kind \"odd\": no such"))
    } else {
      #expect(found.status == .exited(66))
      #expect(found.errorText.contains("albums.odd of its declaration: "), "\(found.errorText)")
    }
  }

  @Test func theOptionPrecedesTheSetting() async throws {
    try world.directory.write(
      "return { roots = { [\"/srv/photos\"] = \"/nowhere\" } }", to: "config/shotflow/config.lua")
    let gone = try await find()
    #expect(gone.lines.last?.hasPrefix("true") == true, "\(gone.text)\(gone.errorText)")
    let found = try await find("--root", "/srv/photos/=moved/")
    #expect(found.lines.last?.hasPrefix("false") == true, "\(found.text)\(found.errorText)")
  }

  @Test func aLockedCatalogueIsNamed() async throws {
    let other = try SQLiteConnection(path: world.path("old/mine.db"))
    try other.execute("BEGIN EXCLUSIVE")
    let result = try await find()
    #expect(result.status != .exited(0))
    #expect(
      result.errorText.contains("locked by another program; close mine and try again"),
      "\(result.errorText)")
    try other.execute("ROLLBACK")
    #expect(try await find("--allow", "references").status == .exited(0))
  }

  @Test func explainShowsTheStatementAndItsPlan() async throws {
    let rule = try world.rule("return pipeline { source {} }")
    let result = try await world.run("explain", rule, "-l", "mine:old/mine.db")
    #expect(result.lines.contains("sql      plan: SCAN p"), "\(result.text)\(result.errorText)")
  }

  /// Rules know the fields that the user's declarations add, with or without the library.
  @Test func rulesKnowTheFieldsOfADeclaration() async throws {
    let declaration = world.path("config/shotflow/libraries/mine.lua")
    let text = try String(contentsOfFile: declaration, encoding: .utf8)
      .replacing("fields = {}", with: "fields = { score = \"7\", kin = \"'x'\" }")
      .replacing(
        "file = ",
        with: "adds = { score = { \"integer\", \"points\" }, kin = { \"text\", \"who\" } }, file = "
      )
    try world.directory.write(text, to: "config/shotflow/libraries/mine.lua")
    // What can't be read, and a field of a name that is taken, adds nothing.
    try world.directory.write("return library { adds =", to: "config/shotflow/libraries/bad.lua")
    try world.directory.write(
      text.replacing("{ \"integer\"", with: "{ \"text\"").replacing("\"mine\"", with: "\"other\""),
      to: "config/shotflow/libraries/other.lua")
    let fields = try await world.run("fields", "score", "kin")
    #expect(fields.text.contains("points") && fields.text.contains("who"), "\(fields.text)")
    let rule = try world.rule(
      "return pipeline { source {}, filter { score = at_least(7), sortedBy = \"-score\" } }")
    #expect(try await world.run("check", rule).status == .exited(0))
    let words = ["--allow", "references", "--root", "/srv/photos=moved"]
    let run = try await world.program(["run", rule, "-l", "mine:old/mine.db"] + words).result()
    let record = try #require(run.lines.first, "\(run.errorText)")
    #expect(record.contains("\"kin\":\"x\",\"score\":7"), "\(record)")
    let explained = try await world.program(["explain", rule, "-l", "mine:old/mine.db"]).result()
    #expect(explained.text.contains("as_whole((7)"), "\(explained.text)")
    let found = try await find("--score", "<7", "--root", "/srv/photos=moved")
    #expect(found.lines.filter { !$0.hasPrefix("is") }.isEmpty, "\(found.text)\(found.errorText)")
    let other = try await world.run("find", "-l", "other:old/mine.db")
    #expect(
      other.errorText.contains("adds.score of its declaration: is a text"), "\(other.errorText)")
  }

  @Test(arguments: [
    ("moved", "--root takes a folder that a catalogue names and where it is now"),
    ("photos=moved", "not \"photos=moved\""),
    ("/srv/photos=nowhere", "there is no folder \"nowhere\""),
  ])
  func oddRootsAreRefused(_ word: String, _ reason: String) async throws {
    let result = try await find("--root", word)
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains(reason), "\(result.errorText)")
  }
}
