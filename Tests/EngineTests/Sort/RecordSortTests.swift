import AssetSupport
import Assets
import Platform
import Samples
import Testing

@testable import Engine
@testable import Runs

/// Records that workers wrote come in the order of their assets, also if they were in a file meanwhile.
struct RecordSortTests {
  private func value(_ generator: inout SeededGenerator) -> FieldValue {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: .absent
    case 1: .flag(Bool.random(using: &generator))
    case 2: .integer(Int64.random(in: -3...3, using: &generator))
    case 3: .integer(generator.wholeNumber())
    case 4: .number(generator.finiteNumber())
    case 5, 6:
      .string(
        ["", "a", "a\0", "a\0b", "a\u{1}", "e\u{301}", "\u{E9}", "ab"].randomElement(
          using: &generator)!)
    default: .string(generator.text(upTo: 6))
    }
  }

  private func assets(_ count: Int, _ generator: inout SeededGenerator) -> [Asset] {
    (0..<count).map { number in
      // Some have the same identifier, and so keep the order in which they came.
      let name = "\(Int.random(in: 0..<count, using: &generator) / 2)"
      return ValueAsset(
        named: name,
        [
          .pixelWidth: value(&generator), .pixelHeight: value(&generator),
          .fileSize: .integer(Int64(number)),
        ])
    }
  }

  private func records(_ assets: ArraySlice<Asset>, in order: AssetOrder) -> RecordBuffer {
    let records = RecordBuffer()
    records.write(assets, count: assets.count, FieldTable(), RecordLineOptions()) {
      order.append(keyOf: $0, to: &$1)
    }
    return records
  }

  private func line(_ asset: Asset) -> String {
    let records = RecordBuffer()
    records.write([asset], count: 1, FieldTable(), RecordLineOptions())
    return String(decoding: records.bytes, as: UTF8.self)
  }

  @Test(arguments: 0..<12, [Int.max, 3000, 0])
  func recordsAreInTheOrderOfTheirAssets(_ seed: Int, holding limit: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 5)
    let assets = assets(300, &generator)
    let order = AssetOrder(
      [SortKey(.pixelWidth, isDescending: seed % 2 == 0)]
        + (seed % 3 == 0 ? [] : [SortKey(.pixelHeight, isDescending: seed % 4 < 2)]))
    let sort = RecordSort(holding: limit)
    var rest = assets[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...60, using: &generator))
      rest = rest.dropFirst(piece.count)
      try sort.add(records(piece, in: order))
    }
    #expect(sort.count == assets.count)
    var lines = ""
    var pieces = 0
    try sort.finish { piece in
      lines += String(decoding: piece.bytes, as: UTF8.self)
      pieces += piece.ends.count
    }
    let entries = assets.enumerated().map { order.entry(for: $1, place: $0) }
    let expected = entries.sorted(by: order.precedes).map(\.asset)
    #expect(pieces == expected.count)
    #expect(lines == expected.map(line).joined())
  }

  @Test func recordsLargerThanAPieceAreWhole() throws {
    let names = ["c", "a", "b"].map { String(repeating: $0, count: 3 << 20) }
    let order = AssetOrder([SortKey(.filename)])
    let sort = RecordSort(holding: 0)
    let assets = names.map { ValueAsset(named: $0) }
    for asset in assets { try sort.add(records([asset], in: order)) }
    var lines = ""
    try sort.finish { lines += String(decoding: $0.bytes, as: UTF8.self) }
    #expect(lines == [1, 2, 0].map { line(assets[$0]) }.joined())
  }

  @Test func whatCertainlyComesBehindIsKnownByItsFirstValue() {
    var generator = SeededGenerator(seed: 3)
    var bytes = ByteBuffer(capacity: 8)
    let assets = assets(200, &generator)
    for isDescending in [false, true] {
      for field in [Field.pixelWidth, .pixelHeight, .fileSize] {
        let order = AssetOrder([SortKey(field, isDescending: isDescending)])
        for asset in assets {
          let mine = order.entry(for: asset, place: 1)
          for other in assets.prefix(40) where asset !== other {
            let theirs = order.entry(for: other, place: 0)
            if order.head(of: asset, by: &bytes) > order.head(of: theirs, by: &bytes) {
              #expect(order.precedes(theirs, mine))
            }
          }
        }
      }
    }
  }
}
