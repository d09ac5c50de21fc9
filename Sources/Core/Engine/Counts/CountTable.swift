internal import Platform
internal import Synchronization

/// The groups of counted assets that one worker found; used only by that worker.
///
/// A group is found by the bytes of its key, so that no text is made of each asset's values.
package final class CountTable {
  private var places: [CountKeyBytes: Int] = [:]
  private var sums: [CountSums] = []

  package init() {}

  /// Adds an asset to the group of a key; `date` is in milliseconds since 1970, and `clock` is that
  /// by which it is shown.
  package func add(
    _ key: CountKeyBytes, bytes: Int64?, date: Int64?,
    clock: @autoclosure () -> ClockOffset? = nil
  ) {
    if let place = places[key] {
      sums[place].add(bytes: bytes, date: date, clock: clock)
      return
    }
    places[key] = sums.count
    var first = CountSums()
    first.add(bytes: bytes, date: date, clock: clock)
    sums.append(first)
  }

  /// The groups, in no order.
  package var groups: [CountGroup] {
    places.map { CountGroup(key: $0.values, sums: sums[$1]) }
  }
}

/// The values of an asset's keys as bytes.
package struct CountKeyBytes: Hashable {
  private var bytes: [UInt8] = []

  private enum Tag {
    static let absent: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let integer: UInt8 = 3
    static let number: UInt8 = 4
    static let text: UInt8 = 5
  }

  package init() {}

  /// Hashes all bytes at once; an array of bytes hashes each by itself.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Removes all values.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends the value of the next key. A date is a text, and a place and an object are absent; of
  /// a list the caller appends one member.
  package mutating func append(_ value: FieldValue) {
    switch value {
    case .absent, .location, .object, .texts, .subtypes: bytes.append(Tag.absent)
    case .flag(let flag): bytes.append(flag ? Tag.yes : Tag.no)
    case .integer(let number): append(Tag.integer, UInt64(bitPattern: number))
    case .number(let number):
      // As in records, a whole number is one whatever its type is.
      if let whole = Int64(exactly: number) { return append(.integer(whole)) }
      append(Tag.number, number.bitPattern)
    case .date(let moment):
      var text = moment.description
      text.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
    case .text(let span): append(text: span.bytes)
    case .string(var text): text.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Appends a text as the value of the next key.
  package mutating func append(text: UnsafeRawBufferPointer) {
    append(Tag.text, UInt64(text.count))
    bytes.append(contentsOf: text)
  }

  private mutating func append(_ tag: UInt8, _ number: UInt64) {
    bytes.append(tag)
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// The values of the keys.
  var values: [SortValue] {
    var values: [SortValue] = []
    var rest = bytes[...]
    func number() -> UInt64 {
      defer { rest = rest.dropFirst(8) }
      return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    while let tag = rest.popFirst() {
      switch tag {
      case Tag.no: values.append(.flag(false))
      case Tag.yes: values.append(.flag(true))
      case Tag.integer: values.append(.integer(Int64(bitPattern: number())))
      case Tag.number: values.append(.number(Double(bitPattern: number())))
      case Tag.text:
        let count = Int(number())
        values.append(.text(String(decoding: rest.prefix(count), as: UTF8.self)))
        rest = rest.dropFirst(count)
      default: values.append(.absent)
      }
    }
    return values
  }
}

/// The tables of a run's workers. `@unchecked Sendable`: each table is used by its worker until all
/// batches were processed, and by the thread that sums after that.
package final class CountTables: @unchecked Sendable {
  private let tables = Lock<[UncheckedTable]>([])

  private struct UncheckedTable: @unchecked Sendable {
    let table: CountTable
  }

  package init() {}

  /// Returns a new table for a worker.
  package func makeTable() -> CountTable {
    let table = CountTable()
    tables.withLock { $0.append(UncheckedTable(table: table)) }
    return table
  }

  /// The sums over all tables, once no worker counts any more.
  package var totals: CountTotals {
    var totals = CountTotals()
    for table in tables.withLock({ $0 }) { for group in table.table.groups { totals.add(group) } }
    return totals
  }
}
