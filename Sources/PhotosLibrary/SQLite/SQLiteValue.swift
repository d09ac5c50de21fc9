/// A value that a statement's parameter is bound to.
package enum SQLiteValue: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)

  /// The value as it would stand in SQL, for a person.
  var literal: String {
    switch self {
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text):
      "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''") + "'"
    }
  }
}
