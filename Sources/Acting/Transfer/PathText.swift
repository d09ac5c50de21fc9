/// Text of an asset as part of a path.
enum PathText {
  private static let underscore = UInt8(ascii: "_")
  private static let dot = UInt8(ascii: ".")

  /// The text with `_` for each slash and each control character.
  static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    var cleaned = bytes.map { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") ? underscore : $0 }
    // U+0080 to U+009F are control characters, too.
    for place in cleaned.indices.dropLast()
    where cleaned[place] == 0xC2 && (0x80...0x9F).contains(cleaned[place + 1]) {
      (cleaned[place], cleaned[place + 1]) = (underscore, underscore)
    }
    return cleaned
  }

  /// The text with `__` for each `..`.
  static func withoutParents(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for place in bytes.indices.dropLast() where bytes[place] == dot && bytes[place + 1] == dot {
      (bytes[place], bytes[place + 1]) = (underscore, underscore)
    }
    return bytes
  }

  /// The text as one name, which is neither this folder nor the one above.
  static func component(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count <= 2 && bytes.allSatisfy { $0 == dot } ? bytes.map { _ in underscore } : bytes
  }
}
