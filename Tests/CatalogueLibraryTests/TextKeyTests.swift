import Contracts
import Engine
import Files
import Testing

@testable import CatalogueLibrary

/// Assets that texts identify, as in catalogues with UUIDs.
@Suite struct TextKeyTests {
  /// Photos whose keys have all that SQL and JSON treat in another way than other characters.
  private static let keys = [
    "0d1f", "0D1F", "b'c", "b\"c", "back\\slash", "5", "05", "Vögel", "a b%_*",
  ]

  private static let sql =
    """
    ALTER TABLE photo ADD COLUMN uuid TEXT COLLATE NOCASE;
    CREATE TABLE uuid_tag (uuid, tag);
    INSERT INTO tag VALUES (7, NULL, 'Seven'), (8, NULL, 'Eight');

    """
    + keys.enumerated().map { place, key in
      let text = SQLiteValue.text(key).literal
      return "INSERT INTO photo(id, path, root, title, hidden, uuid)"
        + " VALUES (\(100 - place), '\(place % 3 + 1).png', 1, 'Title \(place)', 0, \(text));"
        + " INSERT INTO uuid_tag VALUES (\(text), \(7 + place % 2));"
    }.joined(separator: "\n")

  private static var declaration: CatalogueDeclaration {
    var declaration = CatalogueWorld.declaration
    declaration.assets.row = "p.uuid"
    declaration.assets.lists = [
      .keywords: .init(
        rows: .init(from: "uuid_tag j JOIN tag t ON t.id = j.tag", order: "t.name"),
        asset: "j.uuid", value: "t.name")
    ]
    declaration.albums[0].members = .init(
      rows: .init(from: "uuid_tag j"), album: "j.tag", asset: "j.uuid")
    return declaration
  }

  private let world: CatalogueWorld

  init() throws {
    world = try CatalogueWorld(Self.sql)
  }

  private func identifiers(_ fetch: AssetFetch = AssetFetch()) throws -> [String] {
    try world.assets(Self.declaration, fetch).map { $0.string(of: .localIdentifier) }
  }

  @Test func eachIsFoundByItsIdentifierAlone() throws {
    #expect(try Set(identifiers()) == Set(Self.keys))
    for key in Self.keys {
      let fetch = AssetFetch(
        predicate: .equals(.localIdentifier, .text(TextConstant(key))))
      #expect(try identifiers(fetch) == [key], "\(key)")
    }
    let anyCase = AssetFetch(
      predicate: .equals(.localIdentifier, .text(TextConstant("0d1F", ignoringCase: true))))
    #expect(try Set(identifiers(anyCase)) == ["0d1f", "0D1F"])
  }

  @Test func eachHasItsOwnKeywordsAndAlbums() throws {
    for asset in try world.assets(Self.declaration) {
      let key = asset.string(of: .localIdentifier)
      let place = try #require(Self.keys.firstIndex(of: key))
      let name = place.isMultiple(of: 2) ? "Seven" : "Eight"
      guard case .texts([name]) = asset.value(of: .keywords) else {
        Issue.record("\(key) has other keywords")
        continue
      }
    }
    var fetch = AssetFetch()
    fetch.album = "tag-7"
    let expected = Self.keys.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(try Set(identifiers(fetch)) == Set(expected))
  }

  @Test func theContractHolds() throws {
    let contract = LibraryContract(of: LibraryKind(of: Self.declaration), at: world.path)
    #expect(try contract.violations() == [])
  }

  @Test(arguments: ["x'00ff'", "2.5", "''", "NULL"])
  func otherValuesAreRefused(sql: String) {
    let problem = world.problem { $0.assets.row = sql }
    #expect(problem?.contains("gives a value that is no whole number and no text") == true)
  }
}
