internal import CSystem

extension RecordWriter {
  /// Writes UTF-8 as a JSON string, with `"`, `\` and control characters escaped.
  package mutating func writeText(_ text: UnsafeRawBufferPointer) {
    buffer.append(UInt8(ascii: "\""))
    writeContent(text)
    buffer.append(UInt8(ascii: "\""))
  }

  /// What stands between the quotes of a JSON string.
  mutating func writeContent(_ text: UnsafeRawBufferPointer) {
    guard var start = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    if csystem_is_plain(start, text.count) {
      buffer.append(text)
      return
    }
    let end = start + text.count
    while let stop = csystem_text_end(start, end) {
      buffer.append(UnsafeRawBufferPointer(start: start, count: stop - start))
      guard stop < end else { return }
      writeEscape(stop.pointee)
      start = stop + 1
    }
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
  /// Whether a JSON string may hold the bytes as they are, and all of them are ASCII.
  package var isPlain: Bool {
    guard let start = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    return csystem_is_plain(start, count)
  }

  /// Whether the bytes are UTF-8; pure ASCII is told without a closer look.
  package var isValidUTF8: Bool {
    guard let start = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    return csystem_is_ascii(start, count) || String(validating: self, as: UTF8.self) != nil
  }
}
