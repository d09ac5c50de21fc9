extension Unicode.Scalar {
  /// True if the character makes a terminal move the cursor, start a command, break the line,
  /// reorder the text or show nothing; false for joiners, which emoji and several scripts need.
  package var misleadsTerminals: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0..<0xA0: true  // control characters
    case 0x200C, 0x200D, 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
    case 0x2028...0x202E: true  // line and paragraph ends, embeddings and overrides
    case 0xFFF9...0xFFFB: true  // annotations
    default: properties.isDefaultIgnorableCodePoint || properties.isBidiControl
    }
  }
}

extension ByteBuffer {
  /// Appends a line of JSON for a terminal, with misleading characters escaped, as `\u202e`; they
  /// occur only in strings, so the line means the same.
  package mutating func append(shown line: UnsafeRawBufferPointer) {
    if line.allSatisfy({ $0 < 0x7F }) { return append(line) }
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      guard scalar.misleadsTerminals, scalar != "\n" else {
        append(text: String(scalar))
        continue
      }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        append(text: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      }
    }
  }
}
