/// A value that is bound to a statement's parameter.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  /// Makes a whole number, or NULL for nil.
  package init(_ integer: Int64?) {
    self = integer.map { .integer($0) } ?? .null
  }

  /// Makes a text, or NULL for nil.
  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  /// The value as it is written in SQL, for the user to read.
  package var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text):
      "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''") + "'"
    }
  }
}
