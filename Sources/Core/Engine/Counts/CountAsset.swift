internal import Platform

/// A group of counted assets as an element of a run, for the steps after the one that counts.
///
/// `@unchecked Sendable`: like every ``Asset``, used only by the worker that holds its batch.
package final class CountAsset: Asset, @unchecked Sendable {
  package let group: CountGroup

  package init(_ group: CountGroup) {
    self.group = group
    super.init()
  }

  package override func writeRecord(into writer: inout RecordWriter) { group.write(into: &writer) }

  package override var displayName: String { "a count" }
}

extension CountGroup {
  /// Writes the group as a record of the kind `count`. The value of a single key stands alone, and
  /// is left out if it is absent; several are a list, in which null is absent.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "count")
    if key.count > 1 {
      writer.write(key: "key")
      writer.buffer.append(UInt8(ascii: "["))
      for value in key {
        writer.buffer.separate(after: "[")
        writer.buffer.append(value)
      }
      writer.buffer.append(UInt8(ascii: "]"))
    } else if let value = key.first, value != .absent {
      writer.write(key: "key")
      writer.buffer.append(value)
    }
    writer.write("count", sums.count)
    if let bytes = sums.bytes { writer.write("bytes", bytes) }
    if let dates = sums.dates {
      writer.write("firstDate", Instant(milliseconds: dates.lowerBound))
      writer.write("lastDate", Instant(milliseconds: dates.upperBound))
      if let clocks = sums.clocks {
        writer.write(
          "firstLocalDate", Instant(milliseconds: dates.lowerBound), by: clocks.first)
        writer.write("lastLocalDate", Instant(milliseconds: dates.upperBound), by: clocks.last)
      }
    }
    writer.end()
  }

  /// Reads a record in the form of ``write(into:)``; nil for anything else.
  ///
  /// - Parameter keyCount: the number of keys.
  package init?(_ record: UnsafeRawBufferPointer, keyCount: Int) {
    guard let element = try? JSONElement(checking: record, deepest: 4) else { return nil }
    var sums = CountSums()
    var key: [SortValue] = keyCount == 1 ? [.absent] : []
    var dates: [Int64] = []
    var clocks: [ClockOffset] = []
    for (name, value) in element.members {
      if name.equals("key") {
        key = keyCount > 1 ? value.elements.map(SortValue.init) : [SortValue(value)]
      }
      if name.equals("count") { sums.count = value.whole ?? 0 }
      if name.equals("bytes") { sums.bytes = value.whole }
      if name.equals("firstDate") || name.equals("lastDate"),
        let moment = Instant(parsing: value.bytes)
      {
        dates.append(moment.milliseconds)
      }
      if name.equals("firstLocalDate") || name.equals("lastLocalDate"),
        let clock = ClockOffset(endOf: value.bytes)
      {
        clocks.append(clock)
      }
    }
    guard key.count == keyCount else { return nil }
    if dates.count == 2, dates[0] <= dates[1] {
      sums.dates = dates[0]...dates[1]
      if clocks.count == 2 {
        sums.clocks = CountSums.DateClocks(first: clocks[0], last: clocks[1])
      }
    }
    self.init(key: key, sums: sums)
  }
}
