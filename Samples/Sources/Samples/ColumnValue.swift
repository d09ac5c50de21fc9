/// A value of a column of a SQLite database; anything may be stored anywhere.
package enum ColumnValue: Hashable, Sendable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// A text of any bytes, which need not be UTF-8.
  case bytesOfText([UInt8])
  case blob([UInt8])

  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }

  /// The value in SQL.
  package var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    // SQLite reads a number beyond doubles as infinite.
    case .real(let real): real == .infinity ? "9e999" : "\(real)"
    case .text(let text): "CAST(\(Self.hexadecimal(Array(text.utf8))) AS TEXT)"
    case .bytesOfText(let bytes): "CAST(\(Self.hexadecimal(bytes)) AS TEXT)"
    case .blob(let bytes): Self.hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "x'\(String(decoding: text, as: UTF8.self))'"
  }
}
