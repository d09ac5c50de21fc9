import TestSupport
import Testing

@testable import CatalogueLibrary
@testable import Engine

/// The library as shotflow sees it against the library as plain queries see it.
@Suite struct ShotwellAgreementTests {
  @Test func samplesAgree() throws { try expectAgreement(ShotwellWorld(count: 120)) }

  @Test(.enabled(if: SharedData.has("shotwell")))
  func libraryThatShotwellMadeAgrees() throws {
    let world = ShotwellWorld(existing: try #require(SharedData.path("shotwell")))
    try expectAgreement(world)
    let albums = try world.open().albums
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
    let albums = try world.open().albums
    func counts(_ folder: String, _ describe: (Album) -> String) throws -> [String] {
      try albums.filter { $0.folderPath.first == folder }.map { album in
        "\(describe(album)) \(try world.assets(AssetFetch(album: album.identifier)).count)"
      }
    }
    let names = try queries.strings("SELECT coalesce(name, '') FROM EventTable ORDER BY id")
    let events = try counts("Events") { album in
      "\(album.identifier) \(names.contains(album.title) ? album.title : "")"
    }
    #expect(try events == queries.events)
    #expect(try counts("Tags") { $0.identifier }.sorted() == queries.tags)
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
