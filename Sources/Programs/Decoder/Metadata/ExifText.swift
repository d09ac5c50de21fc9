/// The texts of EXIF, converted to Unicode.
enum ExifText {
  /// Returns a text up to its NUL, without trailing spaces; bytes that are not UTF-8 become U+FFFD.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var text = bytes.prefix { $0 != 0 }
    while let last = text.last, last == 0x20 || (9...13).contains(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the text after the eight bytes that name its character code (Exif 2.32, section 4.6.5,
  /// UserComment). Nil for JIS, and for bytes that name no code and are not UTF-8.
  static func coded(_ bytes: [UInt8], isLittleEndian: Bool) -> String? {
    guard bytes.count >= 8 else { return bytes.allSatisfy { $0 == 0 } ? "" : nil }
    let text = bytes[8...]
    switch bytes[..<8] {
    case _ where bytes.starts(with: "UNICODE\0".utf8):
      return utf16(text, isLittleEndian: isLittleEndian)
    case _ where bytes.starts(with: "JIS\0".utf8): return nil
    case _ where bytes.starts(with: "ASCII\0".utf8): return Self.text(text)
    default:
      let isNamed = bytes[..<8].contains { $0 != 0 && $0 != 0x20 }
      // Some programs write the text without naming its code.
      let shown = (isNamed ? bytes[...] : text).prefix { $0 != 0 }
      return String(validating: shown, as: UTF8.self).map { Self.text(Array($0.utf8)[...]) }
    }
  }

  /// Returns UTF-16 up to its NUL; a byte-order mark takes precedence over `isLittleEndian`.
  static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
    var bytes = bytes
    var isLittleEndian = isLittleEndian
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      isLittleEndian = bytes.first == 0xFF
      bytes = bytes.dropFirst(2)
    }
    var units: [UInt16] = []
    for start in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
      let (first, second) = (UInt16(bytes[start]), UInt16(bytes[start + 1]))
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
    }
    return text(Array(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).utf8)[...])
  }
}
