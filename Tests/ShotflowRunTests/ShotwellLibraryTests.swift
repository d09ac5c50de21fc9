import Files
import Foundation
import ProgramSupport
import ShotwellSamples
import TestSupport
import Testing

/// Libraries of Shotwell, read by the built tool.
@Suite struct ShotwellLibraryTests {
  /// The user's own library, with `count` pictures.
  private func world(count: Int = 60) throws -> ProgramWorld {
    let world = try ProgramWorld()
    try ShotwellSampleLibrary(count: count)
      .write(to: world.path("home/.local/share/shotwell"))
    return world
  }

  private func database(of world: ProgramWorld) -> String {
    world.path("home/.local/share/shotwell/data/photo.db")
  }

  private struct Line: Decodable, Equatable {
    let localIdentifier: String?
    let library: String?
    let subtype: String?
    let title: String?
    let folderPath: [String]?
    let count: Int?
    let rating: Double?
  }

  /// Lines of a query that was written for the test alone.
  private func query(_ sql: String, of database: String) throws -> [String] {
    var found: [String] = []
    try SQLiteConnection(path: database).forEachRow(of: SQLText(sql)) {
      found.append($0.text(0) ?? "")
    }
    return found
  }

  private static let shown = """
    WITH shown AS (
      SELECT 'thumb' || printf('%016x', id) AS asset, 1 AS isImage, event_id, exposure_time AS taken,
        rating FROM PhotoTable WHERE flags & 5 = 0
      UNION ALL SELECT 'video-' || printf('%016x', id), 0, event_id, exposure_time, rating
      FROM VideoTable WHERE flags & 1 = 0)
    """

  /// The albums that have pictures, as `rules/albums.lua` lists them.
  private func expectSameAlbums(_ world: ProgramWorld, _ library: String, _ database: String)
    async throws
  {
    let result = try await world.run("run", ProgramWorld.albumsRule, "--library", library)
    let albums: [Line] = try result.decodedLines()
    let given = albums.filter { $0.subtype == "albumRegular" }
    let events = try query(
      Self.shown + """
        SELECT 'event-' || printf('%016x', event_id) || ' ' || sum(isImage)
        FROM shown WHERE event_id > 0 GROUP BY event_id HAVING sum(isImage) > 0 ORDER BY 1
        """, of: database)
    #expect(
      given.filter { $0.folderPath == ["Events"] }
        .map { "\($0.localIdentifier ?? "") \($0.count ?? 0)" }.sorted() == events)
    let tags = try query(
      Self.shown + """
        SELECT 'tag-' || printf('%016x', t.id) || ' ' || count(*) || ' ' || ltrim(t.name, '/')
        FROM TagTable t JOIN shown ON isImage AND instr(t.photo_id_list, asset || ',')
        GROUP BY t.id ORDER BY 1
        """, of: database)
    #expect(
      given.filter { $0.folderPath?.first == "Tags" }.map { album in
        let path = Array((album.folderPath ?? []).dropFirst()) + [album.title ?? ""]
        let name = path.joined(separator: "/")
        return "\(album.localIdentifier ?? "") \(album.count ?? 0) \(name)"
      }.sorted() == tags)
    #expect(given.count == events.count + tags.count && !events.isEmpty && !tags.isEmpty)
    let images = try query(Self.shown + "SELECT '' || sum(isImage) FROM shown", of: database)
    #expect(
      albums.first { $0.subtype == "smartAlbumUserLibrary" }.map { "\($0.count ?? 0)" }
        == images.first)
    let rule = try world.libraryRule()
    let assets: [Line] = try await world.run("run", rule, "--library", library).decodedLines()
    #expect(
      try assets.map { $0.localIdentifier ?? "" }
        == query(Self.shown + "SELECT asset FROM shown ORDER BY asset", of: database))
  }

  /// The files have the dates that their cameras wrote, which are those of the catalogue.
  @Test(arguments: ["IMG_1000.jpg", "CLIP_1005.mp4", "IMG_1009.dng"])
  func filesHaveTheDatesOfTheCatalogue(name: String) async throws {
    let world = try world(count: 12)
    let place = world.path("home/.local/share/shotwell")
    func date(in library: String) async throws -> String {
      try await world.program(
        ["find", "-l", library, "--filename", name, "--template", "{creationDate}"]
      ).result().text
    }
    let known = try await date(in: place)
    #expect(known.hasPrefix("2019-06-0"), "\(known)")
    #expect(try await date(in: "\(place)/pictures") == known)
  }

  @Test func albumsAreThoseOfAPlainQuery() async throws {
    let world = try world()
    try await expectSameAlbums(world, "shotwell:", database(of: world))
  }

  @Test(.enabled(if: SharedData.has("shotwell")))
  func albumsOfALibraryThatShotwellMadeAreThoseOfAPlainQuery() async throws {
    let original = try #require(SharedData.path("shotwell/data/photo.db"))
    let before = try Data(contentsOf: URL(fileURLWithPath: original))
    let world = try ProgramWorld()
    try world.directory.write(Array(before), to: "copy/photo.db")
    try await expectSameAlbums(world, original, world.path("copy/photo.db"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: original)) == before)
  }

  @Test func aLibraryIsKnownByItsWordItsFileAndItsFolder() async throws {
    let world = try world()
    let rule = try world.libraryRule("filter { sortedBy = \"-creationDate\" }")
    var outputs: Set<String> = []
    for name in [
      "shotwell:", database(of: world), world.path("home/.local/share/shotwell"),
      "home/.local/share/shotwell/data/photo.db",
    ] {
      let result = try await world.run("run", rule, "--library", name)
      #expect(result.status == .exited(0) && result.errorText == "")
      let lines: [Line] = try result.decodedLines()
      outputs.insert(lines.compactMap(\.localIdentifier).joined(separator: " "))
      #expect(lines.allSatisfy { $0.library?.hasPrefix("/") == true })
    }
    #expect(outputs.count == 1 && outputs.first?.isEmpty == false)
  }

  @Test func starsAreAFieldThatRulesTestAndSortBy() async throws {
    let world = try world()
    let rule = try world.libraryRule("filter { rating = at_least(3), sortedBy = \"-rating\" }")
    let result = try await world.run("run", rule, "--library", "shotwell:")
    #expect(result.status == .exited(0))
    let lines: [Line] = try result.decodedLines()
    let expected = try query(
      Self.shown + "SELECT rating || ' ' || asset FROM shown WHERE rating >= 3 "
        + "ORDER BY rating DESC, asset", of: database(of: world))
    #expect(
      lines.map { "\(Int($0.rating ?? -9)) \($0.localIdentifier ?? "")" } == expected
        && !expected.isEmpty)
    // Records keep it on their way through a pipe.
    let next = try world.inputRule("filter { rating = 5 }", named: "next.lua")
    let piped = try await world.run("run", next, input: result.text)
    #expect(try piped.decodedLines(as: Line.self).count == expected.count { $0.hasPrefix("5 ") })
  }

  @Test(arguments: [true, false])
  func aRulesOwnLibraryHasToBePermitted(isFile: Bool) async throws {
    let world = try world()
    let name = isFile ? database(of: world) : "shotwell:"
    let rule = try world.rule("return pipeline { source { library = \"\(name)\" } }\n")
    let refused = try await world.run("run", rule)
    #expect(refused.status == .exited(77))
    #expect(refused.errorText.contains("has no permission for the library"))
    _ = try await world.run("auth", "limit", rule, "thumb0000000000000002", "--library", name)
    let limited: [Line] = try await world.run("run", rule).decodedLines()
    #expect(limited.map(\.localIdentifier) == ["thumb0000000000000002"])
    let granted = try await world.run("auth", "grant", rule, "--library", name)
    #expect(granted.status == .exited(0))
    let all: [Line] = try await world.run("run", rule).decodedLines()
    #expect(all.count > 30)
    // What is permitted is the library, whatever it is called.
    #expect(granted.errorText.contains(database(of: world)))
  }

  @Test func browsersReadItByRanges() async throws {
    let world = try world()
    let requests =
      #"{"id":1,"filter":{"sortedBy":"-creationDate"},"range":[0,3]}"# + "\n"
      + #"{"id":3,"filter":{"rating":5},"range":[0,1]}"# + "\n"
      + #"{"id":2,"source":{"albums":["albumRegular"]},"range":[0,2]}"# + "\n"
    let result = try await world.run("browse", "--library", "shotwell:", input: requests)
    #expect(result.status == .exited(0) && result.errorText == "")
    #expect(
      try result.records().map(\.kind) == [
        "asset", "asset", "asset", "result", "asset", "result", "album", "album", "result",
      ])
  }

  @Test func explainShowsTheStatement() async throws {
    let world = try world()
    let rule = try world.libraryRule("filter { isFavorite = true, rating = 5 }")
    let result = try await world.run("explain", rule, "--library", "shotwell:")
    #expect(result.text.contains("AND NOT (typeof(p.flags) = 'integer' AND p.flags & 4 <> 0)"))
    #expect(result.text.contains("p.flags & 16 <> 0)) IS TRUE) IS 1)"))
    #expect(result.text.contains("as_whole((p.rating), -1, 5) = 5"))
  }

  @Test func withoutShotwellTheWordSaysSo() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule()
    let result = try await world.run("run", rule, "--library", "shotwell:")
    #expect(result.status != .exited(0))
    #expect(result.errorText == "shotflow: library \"shotwell:\": no such file or folder\n")
  }
}
