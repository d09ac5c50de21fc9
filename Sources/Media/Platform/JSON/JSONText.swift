/// The escapes inside of a JSON string (RFC 8259, section 7).
package enum JSONText {
  /// Resolves escapes; returns the number of bytes written, which is never more than `source` has,
  /// for which `target` needs room. A lone surrogate becomes U+FFFD.
  package static func unescape(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    var count = 0
    var index = 0
    func put(_ byte: UInt8) {
      target[count] = byte
      count += 1
    }
    while index < source.count {
      let byte = source[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < source.count else {
        put(byte)
        continue
      }
      let escape = source[index]
      index += 1
      switch escape {
      case UInt8(ascii: "n"): put(10)
      case UInt8(ascii: "t"): put(9)
      case UInt8(ascii: "r"): put(13)
      case UInt8(ascii: "b"): put(8)
      case UInt8(ascii: "f"): put(12)
      case UInt8(ascii: "u"):
        let scalar = readScalar(source, &index)
        for unit in String(Character(scalar)).utf8 { put(unit) }
      default: put(escape)
      }
    }
    return count
  }

  /// Reads the digits after `\u`, and those of a second surrogate; U+FFFD for invalid ones.
  private static func readScalar(
    _ source: UnsafeRawBufferPointer, _ index: inout Int
  ) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard let high = readUnit(source, index) else { return replacement }
    index += 4
    if let scalar = Unicode.Scalar(UInt32(high)) { return scalar }
    guard high < 0xDC00, index + 6 <= source.count, source[index] == UInt8(ascii: "\\"),
      source[index + 1] == UInt8(ascii: "u"), let low = readUnit(source, index + 2),
      (0xDC00...0xDFFF).contains(low)
    else { return replacement }
    index += 6
    let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
    return Unicode.Scalar(value) ?? replacement
  }

  private static func readUnit(_ source: UnsafeRawBufferPointer, _ index: Int) -> UInt16? {
    guard index + 4 <= source.count else { return nil }
    var value: UInt16 = 0
    for place in index..<index + 4 {
      guard let digit = source[place].hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
