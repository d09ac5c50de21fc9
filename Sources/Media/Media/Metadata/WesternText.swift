/// Texts whose bytes are UTF-8 or Windows-1252, of which Latin-1 is a part.
package enum WesternText {
  /// Returns bytes as text.
  ///
  /// - Parameter isDeclaredUTF8: true if the file says that its texts are UTF-8; invalid bytes
  ///   become U+FFFD then. Otherwise, bytes that are not UTF-8 are Windows-1252.
  package static func string(
    _ bytes: some Collection<UInt8>, isDeclaredUTF8: Bool
  ) -> String {
    if isDeclaredUTF8 { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return latin(bytes)
  }

  /// Returns bytes of Windows-1252 as text.
  package static func latin(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(scalar(byte)) }
    return text
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return windows1252[Int(byte - 0x80)]
  }

  private static let windows1252 = Array(
    """
    €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ
    """.unicodeScalars)
}
