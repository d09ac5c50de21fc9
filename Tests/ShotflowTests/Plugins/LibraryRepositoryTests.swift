import Files
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A kind of library from a repository is shown, locked, updated and removed like a stage.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct LibraryRepositoryTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.write([], to: "old.db")
    try SQLiteConnection(path: world.path("old.db")).execute(
      "CREATE TABLE photo (id INTEGER PRIMARY KEY, path, title);"
        + " INSERT INTO photo VALUES (1, 'a.png', 'A')")
  }

  private static func text(_ title: String = "p.title") -> String {
    """
    return library {
      name = "album", api = 1, summary = "a catalogue of Album", file = "album.db",
      assets = { from = "photo p", row = "p.id", path = "p.path", fields = { title = "\(title)" } },
      roots = { id = "p.id", path = "p.path", from = "photo p" },
    }
    """
  }

  private func commit(_ text: String, _ tag: String) async throws {
    try world.directory.write(text, to: "origin/album.lua")
    try await world.commit(tag)
  }

  private func add() async throws -> ProgramResult {
    try world.directory.makeFolder("origin")
    try await world.git("init", "--quiet", "--initial-branch=main")
    try await commit(Self.text(), "v1")
    return try await world.run("plugins", "add", "\(world.path("origin"))@v1", "--yes")
  }

  private func titles() async throws -> ProgramResult {
    try await world.run("find", "-l", "album:old.db", "--fields", "title", "--format", "tsv")
  }

  @Test func isShownAndAdded() async throws {
    let added = try await add()
    #expect(added.status == .exited(0), "\(added.errorText)")
    for line in [
      "album: a catalogue of Album", "  role    library", "  fields  title",
      "  may     read album.db that you name, and the pictures below their folder; with the permission",
      "added; to read a catalogue by it: --library album:PATH",
    ] {
      #expect(added.errorText.contains("shotflow: \(line)"), "\(added.errorText)")
    }
    let found = try await titles()
    #expect(
      found.lines == ["title", "A"] || found.lines == ["A"], "\(found.text)\(found.errorText)")
    let list = try await world.run("plugins", "list", "--json")
    #expect(list.text.contains("\"name\":\"album\",\"role\":\"library\",\"summary\":\"a catalogue"))
    #expect(list.text.contains("\"from\":\"added\""))
    let info = try await world.run("plugins", "info", "album")
    #expect(info.text.hasPrefix("album: a catalogue of Album\n"), "\(info.text)\(info.errorText)")
    #expect(info.text.contains("--library album:PATH"))
  }

  @Test func oneThatChangedIsRefusedUntilItIsFetchedAgain() async throws {
    _ = try await add()
    try world.directory.write(
      Self.text("'Mine'"), to: "config/shotflow/plugins/album/album.lua")
    let refused = try await titles()
    #expect(refused.status == .exited(66), "\(refused.errorText)")
    #expect(refused.errorText.contains("the plugin \"album\" changed since it was added"))
    try await commit(Self.text("'New'"), "v2")
    let updated = try await world.run("plugins", "update", "album", "--to", "v2", "--yes")
    #expect(updated.status == .exited(0), "\(updated.errorText)")
    #expect(updated.errorText.contains("changed album.lua"))
    #expect(try await titles().lines.last == "New")
    #expect(try await world.run("plugins", "remove", "album").status == .exited(0))
    #expect(try await titles().errorText.contains("album:old.db"))
  }

  @Test func oneWithMistakesIsNotAdded() async throws {
    try world.directory.makeFolder("origin")
    try await world.git("init", "--quiet", "--initial-branch=main")
    try await commit(Self.text().replacing("title =", with: "titel ="), "v1")
    let result = try await world.run("plugins", "add", "\(world.path("origin"))@v1", "--yes")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("did you mean \"title\"?"), "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: world.path("config/shotflow/plugins/album")))
  }

  /// The user's own declaration precedes an added one of its name.
  @Test func theUsersOwnIsListed() async throws {
    _ = try await add()
    try world.directory.write(Self.text("'Own'"), to: "config/shotflow/libraries/album.lua")
    #expect(try await titles().lines.last == "Own")
    let list = try await world.run("plugins", "list", "--json")
    #expect(list.lines.count == 2)
  }
}
