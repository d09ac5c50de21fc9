internal import CSQLite
internal import Files

/// The rows of a library, copied out of SQLite into little memory: a large library is read in one go.
struct ShotwellRows: Sequence, Sendable {
  /// The packed rows, in pages, so that no large memory is moved when there are more.
  private var pages: [[UInt8]] = []
  private(set) var count = 0

  private static let pageSize = 1 << 16

  /// Copies the current row of a statement with the columns of ``ShotwellColumn``.
  mutating func append(_ statement: SQLiteStatement) {
    if pages.last.map({ $0.count > Self.pageSize }) ?? true {
      pages.append([])
      pages[pages.count - 1].reserveCapacity(Self.pageSize + 1 << 10)
    }
    let columns = Int32(ShotwellColumn.allCases.count)
    for column in 0..<columns { pages[pages.count - 1].append(statement, column) }
    count += 1
  }

  var underestimatedCount: Int { count }

  func makeIterator() -> some IteratorProtocol<ShotwellRow> {
    pages.lazy.flatMap { page in PackedRows(page: page) }.makeIterator()
  }

  /// The rows of a page.
  private struct PackedRows: Sequence, IteratorProtocol {
    let page: [UInt8]
    private var place = 0

    init(page: [UInt8]) {
      self.page = page
    }

    mutating func next() -> ShotwellRow? {
      guard place < page.count else { return nil }
      return page.withUnsafeBytes { bytes in
        ShotwellRow(ShotwellCells(reading: bytes, at: &place))
      }
    }
  }
}

/// The values of a row, valid as long as the memory that they are in.
struct ShotwellCells {
  private enum Cell {
    case none
    case integer(Int64)
    case number(Double)
    case text(UnsafeRawBufferPointer)
  }

  /// The types of values, as numbers in memory.
  fileprivate enum Kind {
    static let none: UInt8 = 0
    static let integer: UInt8 = 1
    static let number: UInt8 = 2
    static let text: UInt8 = 3
  }

  private var cells: [Cell] = []

  /// Reads a row that ``ShotwellRows`` packed, and moves the place behind it.
  fileprivate init(reading bytes: UnsafeRawBufferPointer, at place: inout Int) {
    cells.reserveCapacity(ShotwellColumn.allCases.count)
    for _ in ShotwellColumn.allCases {
      let kind = bytes[place]
      place += 1
      switch kind {
      case Kind.integer: cells.append(.integer(Self.whole(bytes, &place)))
      case Kind.number:
        cells.append(
          .number(
            Double(bitPattern: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))))
        place += 8
      case Kind.text:
        let count = Int(Self.whole(bytes, &place))
        cells.append(.text(UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])))
        place += count
      default: cells.append(.none)
      }
    }
  }

  /// Reads a whole number, 7 bits in each byte.
  private static func whole(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int64(bitPattern: value) }
      shift += 7
    }
  }

  func integer(_ column: ShotwellColumn) -> Int64? {
    if case .integer(let number) = cells[Int(column.rawValue)] { return number }
    return nil
  }

  func number(_ column: ShotwellColumn) -> Double? {
    switch cells[Int(column.rawValue)] {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// Returns the bytes of a text, which need not be UTF-8.
  func text(_ column: ShotwellColumn) -> UnsafeRawBufferPointer? {
    if case .text(let bytes) = cells[Int(column.rawValue)] { return bytes }
    return nil
  }
}

extension [UInt8] {
  /// Appends the value of a column of the current row.
  fileprivate mutating func append(_ statement: SQLiteStatement, _ column: Int32) {
    if let number = statement.integer(column) {
      append(ShotwellCells.Kind.integer)
      append(whole: UInt64(bitPattern: number))
    } else if let number = statement.number(column) {
      append(ShotwellCells.Kind.number)
      Swift.withUnsafeBytes(of: number.bitPattern) { append(contentsOf: $0) }
    } else if let text = statement.textBytes(column) {
      append(ShotwellCells.Kind.text)
      append(whole: UInt64(text.count))
      append(contentsOf: text)
    } else {
      append(ShotwellCells.Kind.none)
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

extension SQLiteStatement {
  /// Returns the bytes of a text, which need not be UTF-8; nil unless the column contains a text.
  func textBytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(handle, column)
    else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
