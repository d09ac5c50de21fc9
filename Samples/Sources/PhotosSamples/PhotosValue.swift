/// A value of a column; anything may be stored anywhere.
package enum PhotosValue: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
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
}
