extension ShortText: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The text; bytes that are not UTF-8 are read as Latin-1, so that no byte is lost.
  public var string: String {
    withBytes { bytes in
      // The check costs several times what making the text does, and few texts need it.
      if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
      return String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  public var description: String { string }

  public init(stringLiteral value: StaticString) {
    let bytes = UnsafeRawBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
    self.init(bytes)
  }

  /// The text of UTF-16 units, cut to what fits; an unpaired surrogate becomes U+FFFD.
  init(utf16 units: some Sequence<UInt16>) {
    var text = ""
    for unit in units {
      guard unit != 0, text.utf8.count < Self.capacity else { break }
      text.unicodeScalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
    self.init(text)
  }
}
