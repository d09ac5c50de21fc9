extension Unicode.Scalar {
  /// Whether a terminal that gets it moves the cursor, starts a command, breaks the line, reorders
  /// the text or shows nothing.
  ///
  /// Joiners and variation selectors count as harmless: emoji and several scripts need them.
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
  /// Appends a line of JSON for a terminal: what would mislead it is spelled out, as `\u202e`.
  ///
  /// The line means the same, since such characters stand in strings alone.
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
