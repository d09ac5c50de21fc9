/// A text chunk of a PNG (PNG, section 11.3.4).
package enum PNGText: Sendable {
  /// `tEXt`, Latin-1.
  case plain(keyword: String, text: String)
  /// `zTXt`, Latin-1.
  case compressed(keyword: String, text: String)
  /// `iTXt`, uncompressed UTF-8.
  case international(keyword: String, text: String)
  /// `iTXt`, compressed UTF-8.
  case compressedInternational(keyword: String, text: String)

  /// The text in which ImageMagick keeps metadata: a name, a number, and hexadecimal digits.
  package static func digits(of content: [UInt8], name: String) -> String {
    var text = "\n\(name)\n\(String(repeating: " ", count: 4))\(content.count)\n"
    for start in stride(from: 0, to: content.count, by: 36) {
      for byte in content[start..<min(start + 36, content.count)] {
        text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      text += "\n"
    }
    return text
  }

  var chunk: (type: String, content: [UInt8]) {
    var content: [UInt8] = []
    switch self {
    case .plain(let keyword, let text):
      content.append(keyword + "\0")
      content += Self.latin(text)
      return ("tEXt", content)
    case .compressed(let keyword, let text):
      content.append(keyword + "\0\0")
      content += Self.compressed(Self.latin(text))
      return ("zTXt", content)
    case .international(let keyword, let text):
      content.append(keyword + "\0\0\0\0\0" + text)
      return ("iTXt", content)
    case .compressedInternational(let keyword, let text):
      content.append(keyword + "\0\u{1}\0\0\0")
      content += Self.compressed(Array(text.utf8))
      return ("iTXt", content)
    }
  }

  private static func latin(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func compressed(_ content: [UInt8]) -> [UInt8] {
    var stream = ZlibStream()
    for byte in content { stream.append(byte) }
    return stream.finished()
  }
}
