internal import CSQLite
internal import Files
internal import Platform

/// Rows of a catalogue copied out of SQLite into little memory, in pages: a large catalogue is read in
/// one go.
struct PackedRows {
  /// Up to 256 rows as bytes, each value behind a byte for its type.
  struct Page: Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var count = 0
  }

  /// The pages in the order of the rows; an empty page replaces each that was taken.
  private var pages: [Page] = []
  private var taken = 0
  private(set) var count = 0
  private let width: Int

  private static let pageSize = 256

  /// - Parameter width: The number of columns.
  init(width: Int) {
    self.width = width
  }

  /// The byte before each packed value, which says its type.
  fileprivate enum Kind {
    static let none: UInt8 = 0
    static let integer: UInt8 = 1
    static let number: UInt8 = 2
    static let text: UInt8 = 3
  }

  /// Copies the current row of a statement with the columns of ``CatalogueStatement``.
  mutating func append(_ row: SQLiteStatement) {
    if pages.last.map({ $0.count == Self.pageSize }) ?? true {
      let usual = pages.last?.bytes.count ?? 0
      pages.append(Page())
      pages[pages.count - 1].bytes.reserveCapacity(usual)
    }
    let page = pages.count - 1
    for column in 0..<Int32(width) { pages[page].bytes.append(row.handle, column) }
    pages[page].count += 1
    count += 1
  }

  /// Returns the next page and releases it; nil after the last.
  mutating func next() -> Page? {
    guard taken < pages.count else { return nil }
    let page = pages[taken]
    pages[taken] = Page()
    taken += 1
    return page
  }

  /// True if every page was taken.
  var isEmpty: Bool { taken == pages.count }
}

extension [UInt8] {
  /// Appends a column's value in the current row: a byte for its type, then the value.
  fileprivate mutating func append(_ statement: OpaquePointer, _ column: Int32) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER:
      append(PackedRows.Kind.integer)
      // Small numbers of both signs get few bytes.
      let number = sqlite3_column_int64(statement, column)
      append(whole: UInt64(bitPattern: number << 1 ^ number >> 63))
    case SQLITE_FLOAT:
      append(PackedRows.Kind.number)
      let number = sqlite3_column_double(statement, column)
      Swift.withUnsafeBytes(of: number.bitPattern) { append(contentsOf: $0) }
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(statement, column) else { fallthrough }
      let count = Int(sqlite3_column_bytes(statement, column))
      append(PackedRows.Kind.text)
      append(whole: UInt64(count))
      append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    default: append(PackedRows.Kind.none)
    }
  }

  private mutating func append(whole number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

extension CatalogueRows.Cell {
  /// Reads the value at a byte offset of a packed page, and moves the offset behind it.
  init(_ bytes: UnsafeRawBufferPointer, at place: inout Int) {
    let kind = bytes[place]
    place += 1
    switch kind {
    case PackedRows.Kind.integer:
      let number = Self.whole(bytes, &place)
      self = .integer(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    case PackedRows.Kind.number:
      let pattern = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      place += 8
      self = .real(Double(bitPattern: pattern))
    case PackedRows.Kind.text:
      let count = Int(Self.whole(bytes, &place))
      let text = UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
      self = .text(start: place, count: count, isUTF8: text.isValidUTF8)
      place += count
    default: self = .absent
    }
  }

  /// Reads a number of 7 bits a byte, the lowest first, and moves the offset behind it.
  private static func whole(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }
}
