internal import Platform

/// The decoder of ImageMagick's text form of metadata: a name, a number of bytes, and the bytes as
/// hexadecimal digits, each on lines of their own.
///
///     exif
///         1234
///     4578696600004d4d002a…
package enum HexProfile {
  /// Decodes a text; a truncated one ends early.
  ///
  /// - Returns: the number of bytes written; 0 for another form.
  package static func read(
    _ text: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard var place = firstDigit(in: text) else { return 0 }
    var count = 0
    while count < target.count, let high = nextDigit(in: text, &place),
      let low = nextDigit(in: text, &place)
    {
      target[count] = high << 4 | low
      count += 1
    }
    return count
  }

  /// Returns true if a text begins in this form; EXIF, XMP and zlib streams do not.
  package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: "\n")
      && bytes.dropFirst().first.map { (0x41...0x7A).contains($0) } ?? false
  }

  /// Returns the position after the lines with the name and the number; nil for another form.
  private static func firstDigit(in text: UnsafeRawBufferPointer) -> Int? {
    guard begins(text) else { return nil }
    var lines = 0
    for place in 0..<min(text.count, 128) where text[place] == UInt8(ascii: "\n") {
      lines += 1
      if lines == 3 { return place + 1 }
    }
    return nil
  }

  private static func nextDigit(in text: UnsafeRawBufferPointer, _ place: inout Int) -> UInt8? {
    while place < text.count {
      let byte = text[place]
      place += 1
      if !(0x09...0x0D).contains(byte), byte != 0x20 { return byte.hexDigitValue }
    }
    return nil
  }
}
