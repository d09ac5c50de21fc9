internal import CSQLite
internal import Files
internal import Platform
internal import Synchronization

/// A page of a catalogue's rows, copied out of SQLite. `@unchecked Sendable`: filled by the reader,
/// and never changed after it is passed on, but for the lists, which a lock guards.
final class CatalogueRows: @unchecked Sendable {
  let catalogue: OpenCatalogue
  let database: CatalogueDatabase
  private(set) var identifiers: [CatalogueKey] = []
  private var cells: [Cell] = []
  private var texts: ByteBuffer
  private let width: Int
  /// The list texts of the whole selection, by field; nil to read those of these rows at first use.
  private let wholeLists: [Field: ListedTexts]?
  /// The texts of each list that was read, by field and asset.
  private let lists = Lock<[Field: [CatalogueKey: [String]]]>([:])

  /// A value with the type that SQLite returned it with.
  enum Cell {
    case absent
    case integer(Int64)
    case real(Double)
    /// A text, by its offset and length in bytes in the memory of these rows.
    case text(start: Int, count: Int, isUTF8: Bool)
  }

  /// The index of the path's column; column 0 has the row's key.
  private static let pathColumn = 1
  private static let rootColumn = 2
  private static let firstField = 3

  /// A version whose path is in a row, at the column by this number behind those of fields.
  enum Version: Int {
    case edited = 1
    case shown
    case pair
  }

  init(_ catalogue: OpenCatalogue, _ database: CatalogueDatabase, capacity: Int) {
    self.catalogue = catalogue
    self.database = database
    wholeLists = nil
    width = Self.width(of: catalogue)
    texts = ByteBuffer(capacity: capacity * 128)
    identifiers.reserveCapacity(capacity)
    cells.reserveCapacity(capacity * width)
  }

  /// Unpacks a page of rows that ``PackedRows`` copied.
  ///
  /// - Parameter lists: The list texts of all pages' assets, by field.
  init(
    _ page: PackedRows.Page, of catalogue: OpenCatalogue, _ database: CatalogueDatabase,
    _ lists: [Field: ListedTexts]
  ) {
    self.catalogue = catalogue
    self.database = database
    wholeLists = lists
    width = Self.width(of: catalogue)
    texts = ByteBuffer(capacity: page.bytes.count)
    identifiers.reserveCapacity(page.count)
    cells.reserveCapacity(page.count * width)
    page.bytes.withUnsafeBytes { bytes in
      texts.append(bytes)
      var place = 0
      for _ in 0..<page.count {
        for column in 0..<width {
          cells.append(Cell(bytes, at: &place))
          guard column == 0 else { continue }
          switch cells[cells.count - 1] {
          case .text(let start, let count, _):
            identifiers.append(
              .text(String(decoding: bytes[start..<start + count], as: UTF8.self)))
          case .integer(let number): identifiers.append(.number(number))
          case .absent, .real: preconditionFailure("rows without a key are not packed")
          }
        }
      }
    }
  }

  /// Returns the number of columns of ``CatalogueStatement``.
  static func width(of catalogue: OpenCatalogue) -> Int {
    firstField + catalogue.width + (catalogue.hasVersions ? 1 + Version.pair.rawValue : 0)
  }

  var count: Int { identifiers.count }

  /// Copies the current row of a statement with the columns of ``CatalogueStatement``.
  ///
  /// - Throws: ``LibraryProblem`` if the row has no identifier.
  func append(_ statement: SQLiteStatement) throws(LibraryProblem) {
    guard let identifier = CatalogueKey(statement, 0) else {
      throw catalogue.place.withoutKey
    }
    identifiers.append(identifier)
    for column in 0..<width { cells.append(read(statement.handle, Int32(column))) }
  }

  private func read(_ statement: OpaquePointer, _ column: Int32) -> Cell {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(statement, column) else { return .absent }
      let count = Int(sqlite3_column_bytes(statement, column))
      let bytes = UnsafeRawBufferPointer(start: start, count: count)
      let place = texts.count
      texts.append(bytes)
      return .text(start: place, count: count, isUTF8: bytes.isValidUTF8)
    default: return .absent
    }
  }

  /// Returns the bytes of a text, valid as long as the rows; nil if the cell is no text.
  private func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    guard case .text(let start, let count, _) = cells[row * width + column] else { return nil }
    return UnsafeRawBufferPointer(rebasing: texts.bytes[start..<start + count])
  }

  /// Returns the `localIdentifier` of the asset in a row.
  func identifier(_ row: Int) -> String { catalogue.fields.identifiers.text(of: identifiers[row]) }

  /// Returns the path of a row's original, or the reason why it can't be read.
  func original(_ row: Int) -> CatalogueRoots.Original {
    catalogue.roots.original(bytes(row, Self.pathColumn), root: root(row))
  }

  private func root(_ row: Int) -> String? {
    bytes(row, Self.rootColumn).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the file of a version that the catalogue names; nil if it names none.
  func original(_ row: Int, _ version: Version) -> CatalogueRoots.Original? {
    guard catalogue.hasVersions,
      let path = bytes(row, Self.firstField + catalogue.width + version.rawValue)
    else { return nil }
    return catalogue.roots.original(path, root: root(row))
  }

  /// Returns true if the program shows changes that are in no file.
  func hasUnsavedChanges(_ row: Int) -> Bool {
    guard catalogue.hasVersions,
      case .integer(1) = cells[row * width + Self.firstField + catalogue.width]
    else { return false }
    return true
  }

  /// Returns the name behind the path's last `/`; absent if it is empty or there is no path.
  func filename(_ row: Int) -> FieldValue {
    guard let path = bytes(row, Self.pathColumn) else { return .absent }
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = UnsafeRawBufferPointer(rebasing: path[start...])
    return name.isEmpty ? .absent : .text(TextSpan(name))
  }

  /// Returns a row's value of a field; nil if the declaration does not have the field.
  func value(_ row: Int, _ field: Field) throws -> FieldValue? {
    guard let place = catalogue.place(of: field) else { return nil }
    guard case .column(let number, let kind) = place else {
      let texts =
        try wholeLists.map { $0[field]?.texts(of: identifiers[row]) ?? [] }
        ?? texts(of: field)[identifiers[row]] ?? []
      return texts.isEmpty ? .absent : .texts(texts)
    }
    let column = Self.firstField + number
    switch (kind, cells[row * width + column]) {
    case (.flag, .integer(let flag)): return .flag(flag != 0)
    case (.whole, .integer(let number)): return .integer(number)
    case (.number, .real(let number)): return .number(number)
    case (.date, .integer(let moment)): return .date(Instant(milliseconds: moment))
    case (.place, .real(let latitude)):
      guard case .real(let longitude) = cells[row * width + column + 1] else { return .absent }
      return .location(Location(latitude: latitude, longitude: longitude))
    case (.text, .text(let start, let count, let isUTF8)),
      (.word, .text(let start, let count, let isUTF8)):
      let bytes = UnsafeRawBufferPointer(rebasing: texts.bytes[start..<start + count])
      return isUTF8 ? .text(TextSpan(bytes)) : .string(String(decoding: bytes, as: UTF8.self))
    default: return .absent
    }
  }

  /// Returns the texts of a list for all of these rows, read for the first that is asked for.
  private func texts(of field: Field) throws -> [CatalogueKey: [String]] {
    try lists.withLock { known in
      if let found = known[field] { return found }
      var found: [CatalogueKey: [String]] = [:]
      if let list = catalogue.lists[field], !catalogue.fields.lacks(list: field) {
        let sql = SQLText(
          CatalogueStatement.texts(of: list), [.text(CatalogueKey.json(identifiers))])
        try database.forEachRow(
          of: sql, in: "assets.lists.\(catalogue.fields.table.name(of: field))"
        ) { row in
          guard let asset = CatalogueKey(row, 0), let text = row.text(1) else { return }
          if found[asset]?.contains(text) != true { found[asset, default: []].append(text) }
        }
        if list.isSorted { found = found.mapValues { $0.sorted() } }
      }
      known[field] = found
      return found
    }
  }
}
