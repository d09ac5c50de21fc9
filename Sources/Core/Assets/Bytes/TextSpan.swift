public import Platform

/// A pointer to text: UTF-8 bytes that belong to an asset or to the program itself.
///
/// Valid as long as the asset that returned it lives and is not changed; must not be stored. File
/// names may hold bytes that are not UTF-8.
public struct TextSpan: @unchecked Sendable {
  // Read-only bytes, confined to the worker that holds the asset.
  @usableFromInline package let bytes: UnsafeRawBufferPointer

  @inlinable package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  package init(_ text: StaticString) {
    bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// The text as a string, with U+FFFD for bytes that are not UTF-8.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// True if all bytes are ASCII.
  package var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  /// Returns true if both hold the same bytes; composed and decomposed letters differ.
  @inlinable package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == other.count else { return false }
    guard let mine = bytes.baseAddress, let theirs = other.baseAddress else { return true }
    return memcmp(mine, theirs, bytes.count) == 0
  }
}

extension TextSpan {
  /// Returns true if these bytes come before the other's, byte by byte.
  @inlinable package func precedes(_ other: TextSpan) -> Bool {
    let count = min(bytes.count, other.bytes.count)
    if count > 0, let mine = bytes.baseAddress, let theirs = other.bytes.baseAddress {
      let order = memcmp(mine, theirs, count)
      if order != 0 { return order < 0 }
    }
    return bytes.count < other.bytes.count
  }
}

extension TextSpan {
  @inlinable package func hasSameBytes(as text: StaticString) -> Bool {
    hasSameBytes(
      as: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension UnsafeRawBufferPointer {
  /// Returns true if the bytes begin with those of a text.
  package func starts(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && TextSpan(UnsafeRawBufferPointer(rebasing: self[..<text.utf8CodeUnitCount]))
        .hasSameBytes(as: text)
  }
}
