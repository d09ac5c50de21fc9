/// Base64 of RFC 4648, section 4, with its padding.
package enum Base64 {
  /// Returns the bytes, or nil when the text is not base64.
  package static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var padding = 0
    for (index, character) in text.enumerated() {
      if character == UInt8(ascii: "="), index >= text.count - 2 {
        padding += 1
        group <<= 6
      } else {
        guard padding == 0, let value = value(of: character) else { return nil }
        group = group << 6 | UInt32(value)
      }
      if index % 4 == 3 {
        for place in 0..<3 - padding {
          bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place)))
        }
        group = 0
      }
    }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension ByteBuffer {
  /// Appends bytes as a JSON string of base64.
  package mutating func append(base64 bytes: UnsafeRawBufferPointer) {
    let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let letters = alphabet.utf8Start
    reserve((bytes.count + 2) / 3 * 4 + 2)
    append(UInt8(ascii: "\""))
    var index = 0
    while index < bytes.count {
      let left = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        let letter = letters[Int(group >> UInt32(18 - 6 * place)) & 63]
        append(place <= left ? letter : UInt8(ascii: "="))
      }
      index += 3
    }
    append(UInt8(ascii: "\""))
  }
}
