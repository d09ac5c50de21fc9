/// The bytes of a file name, read without bounds errors. An index past either end reads as zero, a
/// byte that no file name contains, so a scanner may look ahead and back freely. The view must not
/// outlive its buffer.
package struct NameBytes {
  /// The bytes of the name, valid as long as the buffer that was given.
  package let buffer: UnsafeRawBufferPointer
  /// The number of bytes.
  package let count: Int

  /// Creates a view of a buffer.
  @inlinable package init(_ buffer: UnsafeRawBufferPointer) {
    self.buffer = buffer
    self.count = buffer.count
  }

  /// The byte at an index; zero past either end.
  package subscript(index: Int) -> UInt8 {
    @inlinable @inline(__always) get {
      index >= 0 && index < count ? buffer[index] : 0
    }
  }

  /// Returns the byte, converted to lower case if it is an ASCII letter.
  @inlinable @inline(__always)
  package func lower(_ index: Int) -> UInt8 {
    let byte = self[index]
    return byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  @inlinable @inline(__always)
  /// Returns true if the byte is an ASCII digit.
  package func isDigit(_ index: Int) -> Bool {
    self[index] &- 0x30 < 10
  }

  @inlinable @inline(__always)
  /// Returns true if the byte is an ASCII letter.
  package func isLetter(_ index: Int) -> Bool {
    (self[index] | 0x20) &- 0x61 < 26
  }

  /// Returns the number of ASCII digits from `index` on, at most `limit`.
  @inlinable package func digitRun(_ index: Int, limit: Int = 32) -> Int {
    var length = 0
    while length < limit && isDigit(index + length) { length += 1 }
    return length
  }

  /// Returns the value of `length` digits (at most nine), or nil if one of them is not a digit.
  @inlinable package func number(_ index: Int, _ length: Int) -> Int? {
    var value = 0
    for offset in 0..<length {
      guard isDigit(index + offset) else { return nil }
      value = value &* 10 &+ Int(self[index + offset] &- 0x30)
    }
    return value
  }

  /// Returns true if the ASCII `text`, given in lower case, is at `index` in any case.
  @inlinable package func has(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, text.utf8CodeUnitCount <= count - index else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where lower(index + offset) != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Returns the index after a space at `index`, or nil without one. U+00A0 and U+202F count: macOS
  /// 13 and later write the latter before AM and PM.
  @inlinable package func afterSpace(_ index: Int) -> Int? {
    if self[index] == 0x20 { return index + 1 }
    if self[index] == 0xC2 && self[index + 1] == 0xA0 { return index + 2 }
    if self[index] == 0xE2 && self[index + 1] == 0x80 && self[index + 2] == 0xAF {
      return index + 3
    }
    return nil
  }

  /// Returns the index of the first byte at or after `index` that is not a space.
  @inlinable package func skippingSpaces(_ index: Int) -> Int {
    var index = index
    while let next = afterSpace(index) { index = next }
    return index
  }

  /// The index of the last dot that is not the first byte; ``count`` if none exists.
  @inlinable package var stemEnd: Int {
    var index = count - 1
    while index > 0 {
      if buffer[index] == 0x2E { return index }
      index -= 1
    }
    return count
  }
}
