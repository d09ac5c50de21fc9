import Engine
import Files
import TestSupport
import Testing

@testable import CatalogueLibrary

/// Bounds of stored values change no result, whatever is stored, and let SQLite use an index.
@Suite struct CatalogueBoundTests {
  private static let columns = ["bare", "day DATETIME", "word TEXT", "whole INTEGER", "part REAL"]

  private static let texts = [
    "2019-05-04T10:00:00", "2019-05-04", "2019-05-04 23:59:60", "2019-05-04T00:00:00+23:59",
    "2019-05-04T23:59:59.999-23:59", "2019-05-05T00:00:00Z", "+002019-05-04T10:00:00",
    "-002019-05-04", "+123456-01-01", "0000-01-01", "9999-12-31T23:59:59", "1970-01-01",
    "2019-5-4", "2019", " 2019-05-04", "2019-05-04x", "-x", "+!", ":", "zzz", "", "1556964000",
    "20190504", "2019-10-27T02:30:00", "0001-01-01T00:00:00+14:00",
  ]

  private static let numbers: [SQLiteValue] = [
    .null, .integer(0), .integer(2019), .integer(1_556_964_000), .integer(578_656_800),
    .integer(1_556_964_000_000), .integer(1_556_964_000_000_000), .integer(.max), .integer(.min),
    .integer(63_692_560_800_000_000), .real(1_556_964_000.5), .real(-1e300), .real(.infinity),
    .real(578_656_799.999), .integer(3), .integer(5), .real(4), .real(4.5),
  ]

  private static let moments: [Int64] = [
    0, 1_556_964_000_000, 1_556_928_000_000, 1_557_014_400_000, 1_556_964_000_500,
    -62_167_219_200_000, 253_402_300_799_000, 253_402_300_800_000, -127_258_560_000_000, .min, .max,
    1_572_143_400_000,
  ]

  private static var tests: [AssetPredicate] {
    let taken = Field.creationDate
    let dates = moments.map { Constant.date(Instant(milliseconds: $0)) }
    let words: [Comparison] = [.less, .atMost, .atLeast, .greater]
    let single = dates.flatMap { date in
      words.map { AssetPredicate.ordered(taken, $0, date) } + [.equals(taken, date)]
    }
    let ranges = dates.indices.dropLast().map { place in
      AssetPredicate.all([
        .ordered(taken, .atLeast, dates[place]), .ordered(taken, .less, dates[place + 1]),
      ])
    }
    let ratings: [AssetPredicate] = [
      .equals(.rating, .integer(4)), .ordered(.rating, .greater, .integer(3)),
      .ordered(.rating, .less, .number(4.5)), .equals(.rating, .date(Instant(milliseconds: 4))),
      .all([.ordered(.rating, .atLeast, .integer(4)), .ordered(.rating, .atMost, .integer(4))]),
    ]
    return single + ranges + ratings + [.not(single[0]), .any([single[1], single[7]])]
  }

  private func world() throws -> CatalogueWorld {
    let values = Self.texts.map(SQLiteValue.text) + Self.numbers
    let rows = values.enumerated().map { place, value in
      let literal =
        if case .real(let number) = value, number.isInfinite { "9e999" } else { value.literal }
      return "(\(place), " + Self.columns.map { _ in literal }.joined(separator: ", ") + ")"
    }
    let list = rows.joined(separator: ", ")
    let columns = Self.columns.joined(separator: ", ")
    return try CatalogueWorld(
      "CREATE TABLE stamp (id INTEGER PRIMARY KEY, \(columns)); INSERT INTO stamp VALUES \(list);"
        + "CREATE INDEX days ON stamp (day); CREATE INDEX bares ON stamp (bare)")
  }

  private func declaration(_ column: String, _ form: CatalogueDateForm) -> CatalogueDeclaration {
    var declaration = CatalogueWorld.declaration
    declaration.assets = .init(
      rows: .init(from: "stamp s LEFT JOIN stamp t ON t.id = s.id"), row: "s.id", path: "'1.png'",
      root: "1", fields: [.creationDate: .date(column, form), .rating: .value(column)])
    return declaration
  }

  @Test(arguments: CatalogueDateForm.allCases, columns)
  func boundsChangeNoResult(form: CatalogueDateForm, column: String) throws {
    let world = try world()
    let name = "t." + column.prefix { $0 != " " }
    func found(_ sql: String, _ test: AssetPredicate) throws -> [String] {
      try world.assets(declaration(sql, form), AssetFetch(predicate: test))
        .map { $0.string(of: .localIdentifier) }
    }
    var counts: Set<Int> = []
    for test in Self.tests {
      // An expression has no bound.
      let expected = try found("(\(name))", test)
      #expect(try found(name, test) == expected, "\(test)")
      counts.insert(expected.count)
    }
    // Tests that no asset or each passes would show little.
    #expect(counts.count > 1 || column.hasSuffix("REAL") || column.hasSuffix("TEXT"))
  }

  @Test(arguments: [
    ("t.day", CatalogueDateForm.clock), ("t.bare", .iso), ("t.day", .secondsSince1970),
  ])
  func boundsUseAnIndex(column: String, form: CatalogueDateForm) throws {
    let world = try world()
    let kind = LibraryKind(of: declaration(column, form))
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    let test = AssetPredicate.all([
      .ordered(.creationDate, .atLeast, .date(Instant(milliseconds: 1_556_928_000_000))),
      .ordered(.creationDate, .less, .date(Instant(milliseconds: 1_557_014_400_000))),
    ])
    let plan = library.statements(for: AssetFetch(predicate: test))[1]
    #expect(plan.contains("SEARCH t USING"), "\(plan)")
    #expect(plan.contains("INDEX \(column == "t.day" ? "days" : "bares")"), "\(plan)")
  }
}
