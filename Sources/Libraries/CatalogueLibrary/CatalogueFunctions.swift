internal import CSQLite
internal import Files
internal import Media
internal import Platform

/// The functions in SQL for declarations, besides those of ``SQLiteConnection/addValueFunctions()``:
/// `as_date` reads a date, `unescaped` is a text of an address, `mount_point` a folder of a disk, `days`
/// the words for some days, `asset_keys` the assets that a text names.
struct CatalogueFunctions {
  /// The greatest length of an address in bytes, longer than any path.
  private static let longestAddress = 1 << 16

  private let zone: LocalTimeZone
  private let disks: MountedDisks
  private let identifiers: CatalogueIdentifiers?

  /// - Parameter identifiers: The identifiers of the catalogue's assets; nil if none are read.
  init(
    zone: LocalTimeZone, disks: MountedDisks = MountedDisks(),
    identifiers: CatalogueIdentifiers? = nil
  ) {
    self.zone = zone
    self.disks = disks
    self.identifiers = identifiers
  }

  /// Adds the functions to a connection, and confines its statements to them and to reading.
  func add(to connection: SQLiteConnection) throws(SQLiteProblem) {
    try connection.addValueFunctions()
    try connection.addFunction("as_date", 2) { values, result in
      if let date = date(values) { result.integer(date) }
    }
    try connection.addFunction("unescaped", 1) { values, result in
      if let bytes = Self.unescaped(values) { bytes.withUnsafeBufferPointer(result.text) }
    }
    for (name, count, function) in [
      ("mount_point", 1, mountPoint), ("days", 2, days), ("asset_keys", 1, assetKeys),
    ] {
      try connection.addFunction(name, Int32(count)) { values, result in
        if let text = function(values) { result.text(text) }
      }
    }
    let code = csqlite_confine(connection.handle)
    guard code == SQLITE_OK else { throw connection.problem(code: code) }
  }

  /// Returns words for the days of two moments in seconds since 1970, nil if they are not in order
  /// or no whole numbers: `days(first, last)`.
  private func days(_ values: SQLiteArguments) -> String? {
    guard case .integer(let first) = values[0], case .integer(let last) = values[1], first <= last
    else { return nil }
    return CatalogueDays(first...last, zone: zone)?.text
  }

  /// Returns a JSON array of the assets that a text names; nil for no text: `asset_keys(text)`.
  private func assetKeys(_ values: SQLiteArguments) -> String? {
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
  private func mountPoint(_ values: SQLiteArguments) -> String? {
    guard case .text(let uuid) = values[0] else { return nil }
    return disks.folder(of: String(decoding: uuid, as: UTF8.self))
  }

  /// Returns milliseconds since 1970, nil if the value is no date: `as_date(value, form's index)`.
  private func date(_ values: SQLiteArguments) -> Int64? {
    let forms = CatalogueDateForm.allCases
    guard case .integer(let place) = values[1], forms.indices.contains(Int(clamping: place)) else {
      return nil
    }
    let form = forms[Int(place)]
    return switch values[0] {
    case .integer(let number): form.isText ? nil : form.milliseconds(number, in: zone)
    case .real(let number): form.isText ? nil : form.milliseconds(number, in: zone)
    case .text(let text): form.isText ? form.milliseconds(text, in: zone) : nil
    case .null: nil
    }
  }

  /// Returns a text of an address with `%20` and the like replaced by their bytes.
  private static func unescaped(_ values: SQLiteArguments) -> [UInt8]? {
    guard case .text(let text) = values[0], text.count <= longestAddress else { return nil }
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
    return bytes
  }
}
