internal import CSQLite
internal import JSON
internal import Platform
internal import SQLite

/// Some rows of the statement of assets, copied out of SQLite.
///
/// `@unchecked Sendable`: filled by the reader, never changed after it is handed over.
final class PhotosRows: @unchecked Sendable {
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

  /// How many bytes of text a row has, or some more.
  private static let usualTexts = 256

  deinit {
    cells.deallocate()
  }

  /// Copies the current row of the statement.
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

  /// The identifier that PhotoKit forms of a UUID stands in memory as it is printed.
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

  /// A text; one that is empty or has a NUL in it is none.
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

  /// Beyond this a text is no title any more; so the places of a batch's texts fit 32 bits.
  static let longestText = 1 << 20

  @inline(__always)
  func cell(_ row: Int, _ column: PhotosColumn) -> PhotosCell {
    cells[row * Self.width + column.rawValue]
  }

  /// A text of these rows; valid as long as they are held.
  @inline(__always)
  func span(_ start: UInt32, _ count: UInt32) -> TextSpan {
    let bytes = texts.bytes
    return TextSpan(
      UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(start) + Int(count)]))
  }

  /// A date as it is stored; nil when it is none.
  func seconds(_ row: Int, _ column: PhotosColumn) -> Double? {
    switch cell(row, column) {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// The bytes of an asset's identifier.
  func identifier(_ row: Int) -> TextSpan {
    switch cell(row, .uuid) {
    case .text(let start, let count), .brokenText(let start, let count): span(start, count)
    default: TextSpan("")
    }
  }
}
