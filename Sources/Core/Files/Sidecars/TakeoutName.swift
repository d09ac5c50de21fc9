internal import Media

/// A file name in the form of Google Takeout: `stem(2).jpg`, numbered if several have one name.
struct TakeoutName {
  let bytes: UnsafeRawBufferPointer
  /// The index of the extension's dot; without an extension, the end.
  let stemEnd: Int
  /// The index after the stem without its number: after `stem` in `stem(2).jpg`.
  let plainEnd: Int
  let number: UInt32?

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    stemEnd = NameBytes(bytes).stemEnd
    (plainEnd, number) = Self.number(at: stemEnd, of: bytes)
  }

  var suffix: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[stemEnd...]) }
  var plainStem: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[..<plainEnd])
  }

  /// Reads a number in parentheses that ends at `end`, with up to six digits, and returns the index
  /// of the parenthesis; `end` and nil without a number.
  static func number(
    at end: Int, of bytes: UnsafeRawBufferPointer
  ) -> (start: Int, number: UInt32?) {
    guard end > 3, bytes[end - 1] == UInt8(ascii: ")") else { return (end, nil) }
    var place = end - 2
    while place > 0, end - 1 - place <= 6, isDigit(bytes[place]) { place -= 1 }
    guard place > 0, place < end - 2, bytes[place] == UInt8(ascii: "(") else { return (end, nil) }
    let number = bytes[place + 1..<end - 1].reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 48) }
    return (place, number)
  }

  /// The stem before the last hyphen and words without digits, as in `IMG_1234-bearbeitet`, or nil.
  var stemBeforeWords: UnsafeRawBufferPointer? {
    guard let hyphen = plainStem.lastIndex(of: UInt8(ascii: "-")), hyphen > 0,
      hyphen + 1 < plainEnd, !plainStem[(hyphen + 1)...].contains(where: Self.isDigit)
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: plainStem[..<hyphen])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// Returns the length in bytes of the longest part of a UTF-8 text that has whole characters and
  /// at most `limit` UTF-16 units, in which the export counts.
  static func length(
    of text: UnsafeRawBufferPointer, units limit: Int
  ) -> (bytes: Int, units: Int) {
    var units = 0
    for (place, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
      let width = byte >= 0xF0 ? 2 : 1
      if units + width > limit { return (place, units) }
      units += width
    }
    return (text.count, units)
  }
}
