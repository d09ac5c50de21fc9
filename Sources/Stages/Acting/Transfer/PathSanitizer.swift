/// The replacement of characters in an asset's values that would change a path.
enum PathSanitizer {
  private static let underscore = UInt8(ascii: "_")
  private static let dot = UInt8(ascii: ".")

  /// Returns the text with `_` for each control character and, unless they are kept, each slash.
  static func cleaned(_ bytes: [UInt8], keepsSlashes: Bool = false) -> [UInt8] {
    var cleaned = bytes.map { byte in
      byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "/") && !keepsSlashes ? underscore : byte
    }
    // U+0080 to U+009F are control characters, too.
    for place in cleaned.indices.dropLast()
    where cleaned[place] == 0xC2 && (0x80...0x9F).contains(cleaned[place + 1]) {
      (cleaned[place], cleaned[place + 1]) = (underscore, underscore)
    }
    return cleaned
  }

  /// Returns the text with `__` for each `..`.
  static func withoutParents(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for place in bytes.indices.dropLast() where bytes[place] == dot && bytes[place + 1] == dot {
      (bytes[place], bytes[place + 1]) = (underscore, underscore)
    }
    return bytes
  }

  /// Returns the text as one path component; `.` and `..` become underscores.
  static func component(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count <= 2 && bytes.allSatisfy { $0 == dot } ? bytes.map { _ in underscore } : bytes
  }
}
