package import Assets
internal import Platform

/// A value that is bound to a statement's parameter.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// A test for the functions of ``SQLiteConnection/addValueFunctions()``.
  case test(AssetPredicate)

  /// Creates a whole number; NULL for nil.
  package init(_ integer: Int64?) {
    self = integer.map { .integer($0) } ?? .null
  }

  /// Creates a text; NULL for nil.
  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  /// The value in SQL syntax, to be shown to the user.
  package var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "'" + text.escaping(["'": "''"]) + "'"
    case .test(let test): "\(test)"
    }
  }
}
