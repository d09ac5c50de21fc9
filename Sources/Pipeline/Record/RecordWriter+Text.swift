internal import CSystem

extension RecordWriter {
  /// Writes UTF-8 as a JSON string, with `"`, `\` and control characters escaped.
  package mutating func writeText(_ text: UnsafeRawBufferPointer) {
    buffer.reserve(text.count + 2)
    buffer.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while index < text.count {
      if index + 8 <= text.count,
        !needsEscape(text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      {
        index += 8
        continue
      }
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        buffer.append(UnsafeRawBufferPointer(rebasing: text[start..<index]))
        writeEscape(byte)
        start = index + 1
      }
      index += 1
    }
    buffer.append(UnsafeRawBufferPointer(rebasing: text[start..<text.count]))
    buffer.append(UInt8(ascii: "\""))
  }

  package mutating func writeBase64(_ bytes: UnsafeRawBufferPointer) {
    let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let letters = alphabet.utf8Start
    buffer.reserve((bytes.count + 2) / 3 * 4 + 2)
    buffer.append(UInt8(ascii: "\""))
    var index = 0
    while index < bytes.count {
      let left = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        let letter = letters[Int(group >> UInt32(18 - 6 * place)) & 63]
        buffer.append(place <= left ? letter : UInt8(ascii: "="))
      }
      index += 3
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Whether one of eight bytes is a quote, a backslash or a control character.
  @inline(__always)
  private func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    let found = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | controls
    return found & highs != 0
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): buffer.append("\\\"")
    case UInt8(ascii: "\\"): buffer.append("\\\\")
    case UInt8(ascii: "\n"): buffer.append("\\n")
    case UInt8(ascii: "\r"): buffer.append("\\r")
    case UInt8(ascii: "\t"): buffer.append("\\t")
    default:
      let digits: StaticString = "0123456789abcdef"
      buffer.append("\\u00")
      buffer.append(digits.utf8Start[Int(byte >> 4)])
      buffer.append(digits.utf8Start[Int(byte & 15)])
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are UTF-8; pure ASCII is told without a closer look.
  package var isValidUTF8: Bool {
    guard let start = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    return csystem_is_ascii(start, count) || String(validating: self, as: UTF8.self) != nil
  }
}
