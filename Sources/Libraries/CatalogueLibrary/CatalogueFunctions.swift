internal import CSQLite
internal import Files
internal import Media
internal import Platform

/// The functions in SQL that have the engine's own meaning: `as_date` reads a date, `passes` and
/// `is_near` are tests of a rule, `unescaped` is a text of an address, `mount_point` a folder of a disk,
/// `days` the words for some days, `asset_keys` the assets that a text names.
/// A test in SQL is thus the same code as one on an asset's value.
///
/// `@unchecked Sendable`: used under the lock of the connection that they are added to.
final class CatalogueFunctions: @unchecked Sendable {
  /// The greatest length of an address in bytes, longer than any path.
  fileprivate static let longestAddress = 1 << 16

  private let zone: LocalTimeZone
  private let disks: MountedDisks
  private let identifiers: CatalogueIdentifiers?
  private var tests: [AssetPredicate] = []
  private var numbers: [AssetPredicate: Int] = [:]

  /// - Parameter identifiers: The identifiers of the catalogue's assets; nil if none are read.
  init(
    zone: LocalTimeZone, disks: MountedDisks = MountedDisks(),
    identifiers: CatalogueIdentifiers? = nil
  ) {
    self.zone = zone
    self.disks = disks
    self.identifiers = identifiers
  }

  /// Returns the number by which `passes` and `is_near` find a test; adds a new test.
  func add(_ test: AssetPredicate) -> Int {
    if let number = numbers[test] { return number }
    tests.append(test)
    numbers[test] = tests.count - 1
    return tests.count - 1
  }

  /// Adds the functions to a connection, which has to be closed before this object is released.
  func add(to connection: SQLiteConnection) throws(SQLiteProblem) {
    var code = csqlite_add_value_functions(connection.handle)
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let context = Unmanaged.passUnretained(self).toOpaque()
    for (name, count, function) in Self.functions where code == SQLITE_OK {
      code = sqlite3_create_function_v2(
        connection.handle, name, count, flags, context, function, nil, nil, nil)
    }
    if code == SQLITE_OK { code = csqlite_confine(connection.handle) }
    guard code == SQLITE_OK else { throw connection.problem(code: code) }
  }

  typealias Function =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  private static let functions: [(name: String, count: Int32, function: Function)] = [
    ("as_date", 2, { $0?.answer($2) { $0.date($1) } }),
    ("passes", 3, { $0?.answer($2) { $0.passes($1) } }),
    ("is_near", 4, { $0?.answer($2) { $0.isNear($1) } }),
    ("unescaped", 1, { $0?.unescape($2) }),
    ("mount_point", 1, { $0?.answerText($2) { $0.mountPoint($1) } }),
    ("days", 2, { $0?.answerText($2) { $0.days($1) } }),
    ("asset_keys", 1, { $0?.answerText($2) { $0.assetKeys($1) } }),
  ]

  /// Returns words for the days of two moments in seconds since 1970, nil if they are not in order
  /// or no whole numbers: `days(first, last)`.
  fileprivate func days(_ values: CatalogueArguments) -> String? {
    guard case .integer(let first) = values[0], case .integer(let last) = values[1], first <= last
    else { return nil }
    return CatalogueDays(first...last, zone: zone)?.text
  }

  /// Returns a JSON array of the assets that a text names; nil for no text: `asset_keys(text)`.
  fileprivate func assetKeys(_ values: CatalogueArguments) -> String? {
    guard let identifiers, case .text(let list) = values[0] else { return nil }
    var json = ByteBuffer(capacity: list.count)
    json.append("[")
    identifiers.forEachKey(in: list) { key in
      json.separate(after: "[")
      json.append(key)
    }
    json.append("]")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns the folder that a disk is mounted at, nil if it is not: `mount_point(uuid)`.
  fileprivate func mountPoint(_ values: CatalogueArguments) -> String? {
    guard case .text(let uuid) = values[0] else { return nil }
    return disks.folder(of: String(decoding: uuid, as: UTF8.self))
  }

  /// Returns milliseconds since 1970, nil if the value is no date: `as_date(value, form's index)`.
  fileprivate func date(_ values: CatalogueArguments) -> Int64? {
    guard case .integer(let place) = values[1],
      let form = CatalogueDateForm.allCases[safe: Int(clamping: place)]
    else { return nil }
    return switch values[0] {
    case .integer(let number): form.isText ? nil : form.milliseconds(number, in: zone)
    case .real(let number): form.isText ? nil : form.milliseconds(number, in: zone)
    case .text(let text): form.isText ? form.milliseconds(text, in: zone) : nil
    case .null: nil
    }
  }

  /// Returns 1 if a text passes a test, else 0: `passes(text, number, words of the test)`.
  fileprivate func passes(_ values: CatalogueArguments) -> Int64? {
    guard case .integer(let place) = values[1], let test = tests[safe: Int(clamping: place)],
      case .text(let text) = values[0]
    else { return 0 }
    let value: FieldValue =
      text.isValidUTF8
      ? .text(TextSpan(text)) : .string(String(decoding: text, as: UTF8.self))
    return test.holds(for: value) ? 1 : 0
  }

  /// Returns 1 if a place is in an area: `is_near(latitude, longitude, number, words of the test)`.
  fileprivate func isNear(_ values: CatalogueArguments) -> Int64? {
    guard case .integer(let place) = values[2], let test = tests[safe: Int(clamping: place)],
      case .place(_, let area) = test, case .real(let latitude) = values[0],
      case .real(let longitude) = values[1]
    else { return 0 }
    return area.contains(Location(latitude: latitude, longitude: longitude)) ? 1 : 0
  }
}

private struct CatalogueArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>

  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    /// A text, valid until the call returns.
    case text(UnsafeRawBufferPointer)
  }

  subscript(_ place: Int) -> Value {
    let value = values[place]
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let start = sqlite3_value_text(value) else { return .null }
      return .text(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    default: return .null
    }
  }
}

extension OpaquePointer {
  /// Calls `body` with the context's functions, and returns its number to SQLite; NULL for nil.
  fileprivate func answer(
    _ values: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: (CatalogueFunctions, CatalogueArguments) -> Int64?
  ) {
    guard let values, let context = sqlite3_user_data(self) else { return }
    let functions = Unmanaged<CatalogueFunctions>.fromOpaque(context).takeUnretainedValue()
    if let answer = body(functions, CatalogueArguments(values: values)) {
      sqlite3_result_int64(self, answer)
    }
  }
}

extension OpaquePointer {
  /// Calls `body` with the context's functions, and returns its text to SQLite; NULL for nil.
  fileprivate func answerText(
    _ values: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: (CatalogueFunctions, CatalogueArguments) -> String?
  ) {
    guard let values, let context = sqlite3_user_data(self) else { return }
    let functions = Unmanaged<CatalogueFunctions>.fromOpaque(context).takeUnretainedValue()
    guard var text = body(functions, CatalogueArguments(values: values)) else { return }
    text.withUTF8 { csqlite_return_text(self, $0.baseAddress, Int32(clamping: $0.count)) }
  }

  /// Returns a text of an address to SQLite, with `%20` and the like replaced by their bytes.
  fileprivate func unescape(_ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let values, case .text(let text) = CatalogueArguments(values: values)[0],
      text.count <= CatalogueFunctions.longestAddress
    else { return }
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    bytes.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: UInt8.self)
      csqlite_return_text(self, text.baseAddress, Int32(clamping: text.count))
    }
  }
}

extension Array {
  fileprivate subscript(safe place: Int) -> Element? {
    indices.contains(place) ? self[place] : nil
  }
}
