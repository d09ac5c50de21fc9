import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `rules/albums.lua`, `rules/album.lua` and `rules/browser.lua`: what an album browser shows.
@Suite struct AlbumRuleTests {
  /// A library with albums; the names tell when each picture was taken.
  private func world() throws -> ProgramWorld {
    let world = try ProgramWorld()
    for (name, second) in [("Trips", 20), ("Trips", 38), ("Home/Garden", 29)] {
      try world.picture(
        "Screenshot from 2015-09-27 21-29-\(second).png", seed: UInt64(second),
        in: "pictures/\(name)")
    }
    try world.directory.makeFolder("pictures/Empty")
    return world
  }

  private func image(_ second: Int) -> String { "Screenshot from 2015-09-27 21-29-\(second).png" }

  @Test func albumsHaveCountsAndCovers() async throws {
    let world = try world()
    let result = try await world.run("run", ProgramWorld.albumsRule, "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let records = try result.records()
    #expect(
      records.map(\.title) == ["Screenshots", "Recents", "Recently Added", "Garden", "Trips"])
    #expect(
      records.map(\.subtype) == [
        "smartAlbumScreenshots", "smartAlbumUserLibrary", "smartAlbumRecentlyAdded",
        "albumRegular", "albumRegular",
      ])
    #expect(records.map(\.count) == [3, 3, 3, 1, 2])
    #expect(records.allSatisfy { $0.kind == "album" && $0.cover?.image?.pixelWidth == 48 })
    #expect(records[3].folderPath == ["Home"])
    #expect(records[4].cover?.localIdentifier == "Trips/\(image(38))")
  }

  @Test func oneFailingCoverDoesNotTakeItsAlbumAway() async throws {
    let world = try world()
    var bytes = ProgramWorld.png(7).encoded()
    for index in bytes.indices.dropFirst(60).dropLast(20) { bytes[index] = 0 }
    try world.directory.write(
      bytes, to: "pictures/Trips/Screenshot from 2015-09-27 21-29-50.png")
    let result = try await world.run("run", ProgramWorld.albumsRule, "--library", world.library)
    #expect(result.status == .exited(3))
    let trips = try #require(try result.records().last)
    #expect(trips.title == "Trips")
    #expect(trips.count == 3)
    #expect(trips.cover?.image == nil)
    #expect(trips.cover?.error?.contains("damaged PNG") == true)
    #expect(try result.records().first { $0.title == "Garden" }?.cover?.image != nil)
  }

  @Test func anAlbumIsPagedNewestFirst() async throws {
    let world = try world()
    func names(_ arguments: String...) async throws -> [String?] {
      let usual = ["run", ProgramWorld.albumRule, "--library", world.library]
      return try await world.program(usual + arguments).result().records().map(\.filename)
    }
    #expect(try await names() == [38, 29, 20].map(image))
    #expect(try await names("--album", "Trips") == [38, 20].map(image))
    #expect(try await names("--offset", "1") == [29, 20].map(image))
    #expect(try await names("--offset", "1", "--limit", "1") == [image(29)])
    #expect(try await names("--offset", "9") == [])
  }

  @Test func aBrowserListsAlbumsAndOpensOneInOneRun() async throws {
    let world = try world()
    let result = try await world.run(
      "run", ProgramWorld.browserRule, "--library", world.library, "--album", "Trips", "--limit",
      "1", "--stats")
    #expect(result.status == .exited(0))
    let records = try result.records()
    #expect(records.map(\.kind) == Array(repeating: "album", count: 5) + ["asset"])
    #expect(records.last?.filename == image(38))
    #expect(records.last?.image?.path == records[4].cover?.image?.path)
    #expect(records.allSatisfy { $0.image != nil || $0.cover?.image != nil })
    let unknown = try await world.run(
      "run", ProgramWorld.browserRule, "--library", world.library, "--album", "None")
    #expect(unknown.status == .exited(66))
    #expect(try unknown.records().count == 5)
  }

  @Test func anAlbumHasAsManyRecordsAsItCounts() async throws {
    let world = try world()
    let broken = "Screenshot from 2015-09-27 21-29-50.png"
    try world.directory.write(
      ProgramWorld.png(7).encoded().dropLast(40), to: "pictures/Trips/\(broken)")
    let albums = try await world.run("run", ProgramWorld.albumsRule, "--library", world.library)
    let album = try await world.run(
      "run", ProgramWorld.albumRule, "--library", world.library, "--album", "Trips")
    #expect(album.status == .exited(0))
    #expect(album.errorText == "")
    let records = try album.records()
    #expect(try records.count == albums.records().last?.count)
    #expect(records.map(\.filename) == [broken, image(38), image(20)])
    #expect(records.map { $0.error != nil } == [true, false, false])
    #expect(records.map { $0.image != nil } == [false, true, true])
    // What a later run makes of it is not what an earlier one said.
    try world.picture(broken, seed: 50, in: "pictures/Trips")
    let again = try await world.run(
      "run", try world.inputRule("load { size = { 8, 8 } }"),
      input: String(album.text.prefix { $0 != "\n" }) + "\n")
    #expect(again.status == .exited(0))
    #expect(try again.records().map { $0.error == nil && $0.image != nil } == [true])
  }

  @Test func failedAssetsCanBeSelected() async throws {
    let world = try world()
    try world.directory.write(
      ProgramWorld.png(7).encoded().dropLast(40), to: "pictures/Trips/broken.png")
    let rule = try world.libraryRule(
      "load { size = { 8, 8 }, data = \"size\", keepFailed = true }, filter { error = present }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(try result.records().map(\.filename) == ["broken.png"])
    let explained = try await world.run("explain", rule, "--library", world.library)
    #expect(explained.text.contains("adds     load: error (text)"))
    let covers = try world.rule(
      "return pipeline { source { albums = \"albumRegular\" }, "
        + "load { cover = { 8, 8 }, keepFailed = true } }")
    #expect(try await world.run("check", covers).errorText.contains("leave out keepFailed"))
  }

  @Test func albumsStandForTheirAssetsWhereTheLibraryIsNamed() async throws {
    let world = try world()
    let rule = try world.rule(
      "return pipeline { source { stdin = true, members = true }, filter { mediaType = \"image\" } }"
    )
    func line(_ run: String) -> String {
      "$shotflow albums pictures | grep '\"Trips\"\\|Screenshots\"' | $shotflow run '\(rule)' \(run)"
    }
    let all = try await world.shell(line("-l pictures")).result()
    #expect(all.status == .exited(0))
    #expect(
      try all.records().map(\.filename) == [29, 20, 38, 20, 38].map(image))
    let explained = try await world.run("explain", rule, "--library", world.library)
    #expect(explained.text.contains("library  of albums on standard input"))
    let unnamed = try await world.shell(line("")).result()
    #expect(unnamed.status == .exited(3))
    #expect(unnamed.text == "")
    #expect(unnamed.errorLines.count == 2)
    #expect(unnamed.errorText.contains("add --library"))
    let gone = try await world.run(
      "run", rule, "--library", world.library,
      input:
        "{\"v\":1,\"kind\":\"album\",\"localIdentifier\":\"Gone\",\"library\":\"\(world.library)\"}\n"
        + "{\"path\":\"pictures/Trips/\(image(20))\"}\n")
    #expect(gone.status == .exited(3))
    #expect(gone.errorText.contains("has no album \"Gone\""))
    #expect(try gone.records().map(\.filename) == [image(20)])
    let denied = try await world.shell(line("-l pictures --auth denied")).result()
    #expect(denied.status == .exited(77))
    let limited = try await world.shell(
      line("-l pictures --auth limited --chosen 'Trips/\(image(38))'")
    ).result()
    #expect(try limited.records().map(\.filename) == [image(38), image(38)])
  }

  @Test func aRuleTestsWhatAlbumsAndChangesSay() async throws {
    let world = try world()
    let counts = try world.rule(
      """
      return pipeline {
        source { stdin = true, fields = { count = "integer", subtype = "text", change = "text" } },
        filter { count = at_least(2), subtype = "albumRegular" },
      }
      """, named: "counts.lua")
    let albums = try await world.shell(
      "$shotflow albums pictures | $shotflow run '\(counts)'"
    ).result()
    #expect(try albums.records().map(\.title) == ["Trips"])
    let changes = try world.rule(
      """
      return pipeline {
        source { stdin = true, fields = { change = "text" } },
        filter { change = { "inserted", "changed" } },
        load { data = "size" },
      }
      """, named: "changes.lua")
    let first = try await world.run("run", ProgramWorld.changesRule, "--library", world.library)
    let token = try #require(try (first.decodedLines() as [ChangeLine]).last?.token)
    try FileManager.default.removeItem(atPath: world.path("pictures/Trips/\(image(20))"))
    try world.picture(seed: 8)
    let fed = try await world.shell(
      "$shotflow run '\(ProgramWorld.changesRule)' -l pictures --since \(token) | tee feed"
        + " | $shotflow run '\(changes)'"
    ).result()
    #expect(fed.status == .exited(0))
    #expect(try fed.records().map(\.kind) == ["asset"])
    #expect(try fed.records().map(\.filename) == [ProgramWorld.screenshot])
    #expect(try fed.records().map(\.change) == ["inserted"])
    #expect(try fed.records().first?.data?.byteCount != nil)
    let all = try await world.shell(
      "$shotflow run '\(try world.inputRule(named: "all.lua"))' < feed"
    ).result()
    #expect(try all.records().map(\.change) == ["removed", "inserted"])
    #expect(try all.records().first?.localIdentifier == "Trips/\(image(20))")
  }

  @Test func albumsPassThroughTheNextRun() async throws {
    let world = try world()
    let rule = try world.inputRule("filter { title = \"Trips\" }")
    let line =
      "$shotflow run '\(ProgramWorld.albumsRule)' -l pictures | $shotflow run '\(rule)'"
    let records = try await world.shell(line).result().records()
    #expect(records.map(\.title) == ["Trips"])
    #expect(records.first?.kind == "album")
    #expect(records.first?.count == 2)
  }

  @Test func noLibraryIsADefiniteOutcome() async throws {
    let world = try ProgramWorld()
    for rule in [ProgramWorld.albumsRule, ProgramWorld.albumRule] {
      let missing = try await world.run("run", rule, "--library", "nowhere")
      #expect(missing.status == .exited(66))
      #expect(missing.errorText != "")
      let empty = try await world.run("run", rule, "--library", world.library)
      #expect(empty.status == .exited(0))
      #expect(empty.text == "")
    }
  }

  /// Its originals were left out, so that all pictures come from what Photos made of them.
  @Test(.enabled(if: SharedData.has("photoslibraries")))
  func aLibraryWithoutOriginalsStillShowsPictures() async throws {
    let world = try ProgramWorld()
    let library = world.path("Test.photoslibrary")
    try SharedData.copy("photoslibraries/Test-10.15.1.photoslibrary", to: library)
    let albums = try await world.run("run", ProgramWorld.albumsRule, "--library", library)
    #expect(albums.status == .exited(0))
    #expect(try albums.records().map(\.count) == [6, 6, 2, 1, 1, 3])
    #expect(try albums.records().first?.cover?.image?.origin == "derivative")
    let album = try await world.run(
      "run", ProgramWorld.albumRule, "--library", library, "--album", "Pumpkin Farm")
    #expect(album.status == .exited(0))
    #expect(
      try album.records().map { $0.image?.origin } == Array(repeating: "derivative", count: 3))
  }
}
