import TestSupport
import Testing

@testable import Pipeline
@testable import ShotwellLibrary

/// The library as shotflow sees it against the library as plain queries see it.
@Suite struct ShotwellAgreementTests {
  @Test func samplesAgree() throws { try expectAgreement(ShotwellWorld(count: 120)) }

  @Test(.enabled(if: SharedData.has("shotwell")))
  func libraryThatShotwellMadeAgrees() throws {
    let world = ShotwellWorld(existing: try #require(SharedData.path("shotwell")))
    try expectAgreement(world)
    let albums = try world.open().albums().albums
    // Of 20 events one had nothing but what is in the trash.
    #expect(albums.count == 20)
    #expect(albums.map(\.title).contains("Holiday"))
    #expect(try world.asset("thumb0000000000000001").string(of: .title) == "A white rose")
    #expect(try world.asset("thumb000000000000000d").keywords == ["Holiday"])
    // The folder that was imported is not there.
    #expect(try world.assets().allSatisfy { $0.isFlagged(.isMissing) })
  }

  private func expectAgreement(_ world: ShotwellWorld) throws {
    let queries = try ShotwellQueries(world.database)
    #expect(try world.identifiers() == queries.identifiers)
    let library = try world.open()
    #expect(try library.count() == queries.identifiers.count)
    let albums = try library.albums().albums
    func counts(_ folder: String, _ describe: (ShotwellAlbum) -> String) throws -> [String] {
      try albums.filter { $0.folderPath.first == folder }.map { album in
        var selection = ShotwellSelection()
        selection.album = album.contents
        let count = try library.count(selection)
        #expect(try library.assets(selection).rows.count == count)
        return "\(describe(album)) \(count)"
      }
    }
    let names = try queries.strings("SELECT coalesce(name, '') FROM EventTable ORDER BY id")
    let events = try counts("Events") { album in
      "\(album.localIdentifier) \(names.contains(album.title) ? album.title : "")"
    }
    #expect(try events == queries.events)
    #expect(try counts("Tags") { $0.localIdentifier }.sorted() == queries.tags)
  }
}

extension Asset {
  var keywords: [String] {
    if case .texts(let texts) = value(of: .keywords) { return texts }
    return []
  }

  func isFlagged(_ field: Field) -> Bool {
    if case .flag(let flag) = value(of: field) { return flag }
    return false
  }
}
