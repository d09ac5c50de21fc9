internal import Files
internal import Platform

/// The identifier of an asset in a catalogue: a whole number, or a text such as a UUID.
enum CatalogueKey: Hashable, Sendable {
  case number(Int64)
  case text(String)

  /// Reads a column of the current row; nil for a value that can't identify an asset.
  init?(_ row: SQLiteStatement, _ column: Int32) {
    if let number = row.integer(column) {
      self = .number(number)
    } else if let text = row.text(column), !text.isEmpty, !text.utf8.contains(0) {
      self = .text(text)
    } else {
      return nil
    }
  }

  /// The key as text, which identifies the asset unless a form makes its identifier.
  var identifier: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }

  /// Returns keys as an array in JSON, which a statement can look for.
  static func json(_ keys: some Sequence<CatalogueKey>) -> String {
    var json = ByteBuffer(capacity: 1 << 12)
    json.append("[")
    for key in keys {
      json.separate(after: "[")
      switch key {
      case .number(let number): json.append(number)
      case .text(let text): json.append(string: text)
      }
    }
    json.append("]")
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
