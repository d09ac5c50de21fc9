import AssetSupport
import Contracts
import Engine
import Files
import Foundation
import Platform
import TestSupport
import Testing

@testable import CatalogueLibrary

/// A catalogue has fields of its own, which rules know beside the standard ones.
@Suite struct OwnFieldTests {
  private static let fields: [AddedField] = [
    .flag("approved", "the flag"), .date("filed", "the date"), .integer("length", "the length"),
    .texts("moods", "the tags"), .number("score", "the stars"), .text("word", "the kind"),
  ]

  private static var declaration: CatalogueDeclaration {
    var declaration = CatalogueWorld.declaration
    let columns: [CatalogueColumn?] = [
      .value("p.flag"), .date("p.added", .secondsSince1970), .value("p.length"), nil,
      .value("p.rating"), .value("p.kind"),
    ]
    declaration.assets.own = zip(fields, columns).map { field, column in
      let list =
        declaration.assets.lists[.keywords] ?? .init(rows: .init(from: ""), asset: "", value: "")
      return CatalogueOwnField(field: field, source: column.map { .column($0) } ?? .list(list))
    }
    return declaration
  }

  private let world: CatalogueWorld
  private let kind = LibraryKind(of: Self.declaration)

  init() throws {
    world = try CatalogueWorld(count: 200)
  }

  private func assets(_ fetch: AssetFetch = AssetFetch()) throws -> (FieldTable, [Asset], Answer) {
    let context = world.context(of: kind)
    let answer = try kind.open(LibraryPlace(path: world.path), for: context)
      .assets(matching: fetch, for: context)
    var assets: [Asset] = []
    while let batch = try answer.reader.next() { assets += batch.unfold() }
    return (context.fields, assets, answer)
  }

  @Test func theyHaveTheValuesOfTheCatalogue() throws {
    let (table, assets, _) = try assets()
    #expect(table.added == Self.fields)
    func values(_ field: Field) -> [String] { assets.map { $0.value(of: field).shown } }
    let pairs: [(String, Field)] = [
      ("approved", .isFavorite), ("filed", .addedDate), ("moods", .keywords),
    ]
    for (name, known) in pairs {
      let field = try #require(table.field(named: name))
      #expect(values(field) == values(known), "\(name)")
      #expect(Set(values(field)).count > 1, "\(name)")
    }
    // The values of a field of its own have the field's type alone, and no range.
    let length = try #require(table.field(named: "length"))
    #expect(Set(values(length)).isSuperset(of: ["9223372036854775807", "-1", "1556964000"]))
    let score = try #require(table.field(named: "score"))
    #expect(Set(values(score)).contains("2.5"))
  }

  @Test func recordsHaveThemInTheOrderOfTheirNames() throws {
    let (table, assets, _) = try assets()
    let lines = assets.map { asset in
      var writer = RecordWriter()
      writer.fields = table
      asset.writeLine(into: &writer)
      return String(decoding: writer.buffer.bytes, as: UTF8.self)
    }
    let names = Self.fields.map(\.name)
    var most = 0
    for line in lines {
      let places = names.compactMap { line.range(of: "\"\($0)\":")?.lowerBound }
      #expect(places == places.sorted(), "\(line)")
      most = max(most, places.count)
    }
    #expect(most >= 5)
  }

  @Test func testsAndOrdersAreAnsweredInSQL() throws {
    let (table, all, _) = try assets()
    func field(_ name: String) throws -> Field { try #require(table.field(named: name)) }
    let tests: [AssetPredicate] = [
      .equals(try field("approved"), .flag(true)), .present(try field("moods")),
      .ordered(try field("score"), .atLeast, .number(2)),
      .has(try field("moods"), TextConstant("Rom")),
      .ordered(try field("length"), .greater, .integer(5)),
      .like(try field("word"), LikePattern("*o*")),
      .ordered(try field("filed"), .greater, .date(Instant(milliseconds: 1))),
    ]
    for test in tests {
      #expect(kind.abilities.answers?(test, table) == true, "\(test)")
      let (_, found, answer) = try assets(AssetFetch(predicate: test))
      #expect(answer.residual == .always, "\(test)")
      let expected = all.filter { test.matches($0) }.map { $0.string(of: .localIdentifier) }
      #expect(found.map { $0.string(of: .localIdentifier) } == expected, "\(test)")
      #expect(!expected.isEmpty && expected.count < all.count, "\(test)")
    }
    let (_, _, answer) = try assets(AssetFetch(order: [SortKey(field("score"))]))
    #expect(answer.isOrdered)
  }

  @Test func changesOfThemAreChangesOfTheAsset() throws {
    func versions() throws -> [UInt64] {
      try assets().1.map { asset in
        var fingerprint = Fingerprint()
        asset.addVersion(to: &fingerprint)
        return fingerprint.value
      }
    }
    let shown = try #require(assets().1.first).string(of: .localIdentifier)
    let before = try versions()
    #expect(try versions() == before)
    try SQLiteConnection(path: world.path).execute(
      "UPDATE photo SET maker = 'x', length = 77 WHERE id = \(shown)")
    #expect(try zip(versions(), before).count { $0 != $1 } == 1)
  }

  @Test func theContractHolds() throws {
    #expect(try LibraryContract(of: kind, at: world.path).violations() == [])
  }

  @Test func aFieldThatTheRuleKnowsAsSomethingElseIsRefused() throws {
    var context = world.context(of: kind)
    context.use(Components(kinds: [kind], fields: [.text("score", "words")]))
    do {
      _ = try kind.open(LibraryPlace(path: world.path), for: context)
      Issue.record("it was opened")
    } catch {
      #expect(
        "\(error)".contains("adds.score of its declaration: is a number, and the rule knows"),
        "\(error)")
    }
  }

  @Test func aColumnThatTheCatalogueLacksIsNoted() throws {
    var declaration = Self.declaration
    declaration.assets.own[2].source = .column(.value("p.lacking"))
    let kind = LibraryKind(of: declaration)
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    #expect(library.notes.first?.hasPrefix("the catalogue has no length: no such column") == true)
  }
}
