import Assets
import Engine
import Platform
import Testing

/// Counts of assets, and how those of several workers or shards are added up.
@Suite struct CountGroupTests {
  private func group(
    _ key: [SortValue], _ count: Int64, bytes: Int64? = nil, dates: ClosedRange<Int64>? = nil
  ) -> CountGroup {
    var sums = CountSums()
    (sums.count, sums.bytes, sums.dates) = (count, bytes, dates)
    return CountGroup(key: key, sums: sums)
  }

  private func record(_ group: CountGroup) -> String {
    var writer = RecordWriter()
    group.write(into: &writer)
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }

  private func totals(_ groups: [CountGroup], keyCount: Int = 1) -> [CountGroup] {
    var totals = CountTotals()
    for group in groups { totals.add(group) }
    return totals.sorted(keyCount: keyCount)
  }

  @Test func aRecordSaysWhatIsKnown() {
    #expect(record(group([.absent], 2)) == "{\"v\":1,\"kind\":\"count\",\"count\":2}\n")
    #expect(
      record(group([.text("a\"b")], 1, bytes: 5, dates: 0...1_443_389_368_000))
        == "{\"v\":1,\"kind\":\"count\",\"key\":\"a\\\"b\",\"count\":1,\"bytes\":5,"
        + "\"firstDate\":\"1970-01-01T00:00:00.000Z\",\"lastDate\":\"2015-09-27T21:29:28.000Z\"}\n")
    #expect(
      record(group([.flag(true), .absent, .number(1.8)], 1)).contains("\"key\":[true,null,1.8],"))
  }

  @Test(arguments: [
    ([SortValue.absent], 1), ([.text("é\u{1}")], 1), ([.integer(-5)], 1), ([.flag(false)], 1),
    ([.text("a"), .absent, .number(0.5)], 3), ([], 0),
  ])
  func aRecordIsReadAgain(_ key: [SortValue], _ keyCount: Int) throws {
    let written = group(key, 7, bytes: 9, dates: -5...12_345_678_901)
    let bytes = Array(record(written).utf8)
    let read = try #require(
      bytes.withUnsafeBytes { CountGroup($0, keyCount: keyCount) })
    #expect(read.key == key && read.sums == written.sums)
    #expect(bytes.withUnsafeBytes { CountGroup($0, keyCount: keyCount + 2) } == nil)
  }

  /// The first and the last date keep the clocks of their assets, in any order.
  @Test func datesKeepTheirClocks() throws {
    func dated(_ dates: ClosedRange<Int64>, _ first: Int64, _ last: Int64) -> CountGroup {
      var sums = group([], 1, dates: dates).sums
      sums.clocks = CountSums.DateClocks(
        first: ClockOffset(seconds: first), last: ClockOffset(seconds: last))
      return CountGroup(key: [], sums: sums)
    }
    let groups = [dated(5...9, 3600, 7200), dated(1...7, 0, 60), dated(9...9, 3600, 3600)]
    for groups in [groups, groups.reversed()] {
      let sums = try #require(totals(groups, keyCount: 0).first?.sums)
      #expect(sums.dates == 1...9)
      #expect(sums.clocks?.first.seconds == 0 && sums.clocks?.last.seconds == 7200)
      let bytes = Array(record(CountGroup(key: [], sums: sums)).utf8)
      #expect(bytes.withUnsafeBytes { CountGroup($0, keyCount: 0) }?.sums == sums)
    }
  }

  @Test func groupsAreAddedUpAndSorted() {
    let sorted = totals([
      group([.absent], 1), group([.text("b")], 1, bytes: 3, dates: 5...6),
      group([.integer(2)], 1), group([.number(1.5)], 1), group([.flag(false)], 1),
      group([.text("a")], 1), group([.text("b")], 4, bytes: 2, dates: 1...5),
    ])
    #expect(
      sorted.map(\.key) == [
        [.flag(false)], [.number(1.5)], [.integer(2)], [.text("a")], [.text("b")], [.absent],
      ])
    #expect(sorted[4].sums.count == 5 && sorted[4].sums.bytes == 5)
    #expect(sorted[4].sums.dates == 1...6)
  }

  @Test func ofTwoSpellingsTheFirstStays() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    for keys in [[composed, decomposed], [decomposed, composed]] {
      let sum = totals(keys.map { group([.text($0)], 1) })
      #expect(sum.count == 1 && sum[0].sums.count == 2)
      #expect(sum.first.map { record($0).utf8.contains(0xCC) } == true)
    }
  }

  @Test func sizesThatRecordsClaimDoNotOverflow() {
    let sum = totals([group([], 1, bytes: .max), group([], 1, bytes: 2)], keyCount: 0)
    #expect(sum.map(\.sums.bytes) == [.max])
  }

  @Test func nothingIsAGroupWithoutKeysAlone() {
    #expect(totals([], keyCount: 0).map(\.sums.count) == [0])
    #expect(totals([]).isEmpty)
  }

  @Test func keysAreKeptAsBytes() {
    let table = CountTable()
    var key = CountKeyBytes()
    for value: FieldValue in [
      .absent, .flag(true), .integer(.min), .number(-0.5), .number(3), .string("a\0b"),
      .date(Instant(milliseconds: 0)), .integer(3),
    ] {
      key.removeAll()
      key.append(value)
      key.append(.string("x"))
      table.add(key, bytes: 1, date: nil)
    }
    let found = Set(table.groups.map(\.key))
    #expect(
      found == [
        [.absent, .text("x")], [.flag(true), .text("x")], [.integer(.min), .text("x")],
        [.number(-0.5), .text("x")], [.integer(3), .text("x")], [.text("a\0b"), .text("x")],
        [.text("1970-01-01T00:00:00.000Z"), .text("x")],
      ])
    #expect(table.groups.first { $0.key[0] == .integer(3) }?.sums.count == 2)
  }
}
