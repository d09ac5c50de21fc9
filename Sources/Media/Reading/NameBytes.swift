/// The raw bytes of a file name, read without ever leaving them.
///
/// An index past either end reads as zero, a byte that no file name holds, so a scanner may look
/// around freely. The view must not outlive the buffer it was made from.
package struct NameBytes {
  package let buffer: UnsafeRawBufferPointer
  package let count: Int

  @inlinable package init(_ buffer: UnsafeRawBufferPointer) {
    self.buffer = buffer
    self.count = buffer.count
  }

  package subscript(index: Int) -> UInt8 {
    @inlinable @inline(__always) get {
      index >= 0 && index < count ? buffer[index] : 0
    }
  }

  /// The byte with an ASCII capital turned into its small letter.
  @inlinable @inline(__always)
  package func lower(_ index: Int) -> UInt8 {
    let byte = self[index]
    return byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  @inlinable @inline(__always)
  package func isDigit(_ index: Int) -> Bool {
    self[index] &- 0x30 < 10
  }

  @inlinable @inline(__always)
  package func isLetter(_ index: Int) -> Bool {
    (self[index] | 0x20) &- 0x61 < 26
  }

  /// The number of ASCII digits from `index` on, counted up to `limit`.
  @inlinable package func digitRun(_ index: Int, limit: Int = 32) -> Int {
    var length = 0
    while length < limit && isDigit(index + length) { length += 1 }
    return length
  }

  /// The value of `length` digits (at most nine), or nil when one of them is not a digit.
  @inlinable package func number(_ index: Int, _ length: Int) -> Int? {
    var value = 0
    for offset in 0..<length {
      guard isDigit(index + offset) else { return nil }
      value = value &* 10 &+ Int(self[index + offset] &- 0x30)
    }
    return value
  }

  /// Whether the ASCII `text`, given in small letters, stands at `index` in any case.
  @inlinable package func has(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, text.utf8CodeUnitCount <= count - index else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where lower(index + offset) != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The index behind a space at `index`, or nil when there is none.
  ///
  /// U+00A0 and U+202F count: macOS 13 and later write the latter before AM and PM.
  @inlinable package func afterSpace(_ index: Int) -> Int? {
    if self[index] == 0x20 { return index + 1 }
    if self[index] == 0xC2 && self[index + 1] == 0xA0 { return index + 2 }
    if self[index] == 0xE2 && self[index + 1] == 0x80 && self[index + 2] == 0xAF {
      return index + 3
    }
    return nil
  }

  /// The index of the first byte at or behind `index` that starts no space.
  @inlinable package func skippingSpaces(_ index: Int) -> Int {
    var index = index
    while let next = afterSpace(index) { index = next }
    return index
  }

  /// The index of the last dot that is not the first byte, or the end.
  @inlinable package var stemEnd: Int {
    var index = count - 1
    while index > 0 {
      if buffer[index] == 0x2E { return index }
      index -= 1
    }
    return count
  }
}
