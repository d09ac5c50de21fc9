internal import CSQLite
internal import Files
internal import Platform

/// Rows of the statement of assets, copied out of SQLite. `@unchecked Sendable`: filled by the
/// reader, and never changed after it is passed on.
final class PhotosRows: AssetRows, @unchecked Sendable {
  let library: PhotosLibrary
  private(set) var count = 0
  private var cells: UnsafeMutablePointer<PhotosCell>
  private var capacity: Int
  private var texts: ByteBuffer

  private static let width = PhotosColumn.allCases.count

  init(_ library: PhotosLibrary, capacity: Int) {
    self.library = library
    self.capacity = capacity
    cells = .allocate(capacity: capacity * Self.width)
    texts = ByteBuffer(capacity: capacity * Self.usualTexts)
  }

  /// An upper estimate of the bytes of text in a row.
  private static let usualTexts = 256

  deinit {
    cells.deallocate()
  }

  func asset(_ row: Int) -> Asset { PhotosAsset(self, row) }

  func append(_ statement: SQLiteStatement) {
    if count == capacity { grow() }
    let row = cells + count * Self.width
    for column in 0..<Self.width {
      (row + column).initialize(to: read(statement.handle, Int32(column)))
      if column == PhotosColumn.uuid.rawValue { completeIdentifier(&row[column]) }
    }
    count += 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<PhotosCell>.allocate(capacity: 2 * capacity * Self.width)
    larger.moveInitialize(from: cells, count: count * Self.width)
    cells.deallocate()
    cells = larger
    capacity *= 2
  }

  /// Appends PhotoKit's suffix to a UUID, so that the identifier is in memory as it is printed.
  private func completeIdentifier(_ cell: inout PhotosCell) {
    let suffix = PhotosIdentifier.assetSuffix
    let added = UInt32(suffix.utf8CodeUnitCount)
    switch cell {
    case .text(let start, let count): cell = .text(start: start, count: count + added)
    case .brokenText(let start, let count): cell = .brokenText(start: start, count: count + added)
    default: return
    }
    texts.append(suffix)
  }

  @inline(__always)
  private func read(_ statement: OpaquePointer, _ column: Int32) -> PhotosCell {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: return copy(statement, column)
    default: return .absent
    }
  }

  /// Copies a text; an empty text, one with a NUL, or one that is too long becomes absent.
  private func copy(_ statement: OpaquePointer, _ column: Int32) -> PhotosCell {
    guard let start = sqlite3_column_text(statement, column) else { return .absent }
    let length = Int(sqlite3_column_bytes(statement, column))
    guard length > 0, length <= Self.longestText, memchr(start, 0, length) == nil else {
      return .absent
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    let place = UInt32(texts.count)
    texts.append(bytes)
    return bytes.isValidUTF8
      ? .text(start: place, count: UInt32(length))
      : .brokenText(start: place, count: UInt32(length))
  }

  /// The maximum size of a text in bytes: longer ones are no titles, and offsets then fit 32 bits.
  static let longestText = 1 << 20

  @inline(__always)
  func cell(_ row: Int, _ column: PhotosColumn) -> PhotosCell {
    cells[row * Self.width + column.rawValue]
  }

  /// Returns a text of these rows; valid as long as they are.
  @inline(__always)
  func span(_ start: UInt32, _ count: UInt32) -> TextSpan {
    let bytes = texts.bytes
    return TextSpan(
      UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(start) + Int(count)]))
  }

  /// Returns a date as it is stored, in seconds since 2001; nil without one.
  func seconds(_ row: Int, _ column: PhotosColumn) -> Double? {
    switch cell(row, column) {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  func identifier(_ row: Int) -> TextSpan {
    switch cell(row, .uuid) {
    case .text(let start, let count), .brokenText(let start, let count): span(start, count)
    default: TextSpan("")
    }
  }
}

/// A value with the type that SQLite returned it with, whatever the column's type.
enum PhotosCell {
  case absent
  case integer(Int64)
  case real(Double)
  /// A text, as the offset and the number of its bytes in the memory of its rows.
  case text(start: UInt32, count: UInt32)
  /// A text that is not UTF-8.
  case brokenText(start: UInt32, count: UInt32)
}
