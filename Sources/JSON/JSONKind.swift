/// The kinds of JSON values, as far as a scanner tells them apart.
@usableFromInline package enum JSONKind: UInt8, Sendable {
  case text, escapedText
  /// A number without point and exponent, and one that has either.
  case integer, number
  case yes, no, null, object, list
}
