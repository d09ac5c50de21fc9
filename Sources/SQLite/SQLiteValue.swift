/// A value that a statement's parameter is bound to.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  /// A whole number, or NULL where there is none.
  package init(_ integer: Int64?) {
    self = integer.map { .integer($0) } ?? .null
  }

  /// A text, or NULL where there is none.
  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  /// The value as it would stand in SQL, for a person.
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
