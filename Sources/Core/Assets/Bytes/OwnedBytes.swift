internal import Platform

/// Bytes that never change and never move, so that a ``TextSpan`` may point at them. A NUL follows
/// the last byte, as C functions need. `@unchecked Sendable`: written only in the initialiser.
@usableFromInline package final class OwnedBytes: @unchecked Sendable {
  @usableFromInline let storage: UnsafeMutableRawBufferPointer

  @inlinable package init(_ bytes: some Collection<UInt8>) {
    storage = .allocate(byteCount: bytes.count + 1, alignment: 1)
    storage.copyBytes(from: bytes)
    storage[bytes.count] = 0
  }

  /// Joins `folder`, a slash and `name`; only `name` if `folder` is empty.
  package init(joining folder: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer) {
    let hasSlash = folder.isEmpty || folder.last == UInt8(ascii: "/")
    let start = folder.count + (hasSlash ? 0 : 1)
    storage = .allocate(byteCount: start + name.count + 1, alignment: 1)
    storage.copyMemory(from: folder)
    if !hasSlash { storage[folder.count] = UInt8(ascii: "/") }
    UnsafeMutableRawBufferPointer(rebasing: storage[start...]).copyMemory(from: name)
    storage[start + name.count] = 0
  }

  /// Returns the path that these bytes (a folder), a slash and the other bytes (a name) form.
  package func joined(with other: OwnedBytes) -> OwnedBytes {
    withExtendedLifetime((self, other)) { OwnedBytes(joining: bytes, other.bytes) }
  }

  /// The bytes as text, with U+FFFD for those that are not UTF-8.
  package var string: String { withExtendedLifetime(self) { span.string } }

  deinit {
    storage.deallocate()
  }

  /// The bytes; valid as long as this object is held by more than the expression that reads them.
  @inlinable package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[..<(storage.count - 1)])
  }

  /// The bytes as text; valid as ``bytes`` are.
  @inlinable package var span: TextSpan { TextSpan(bytes) }

  /// Calls `body` with the bytes as a NUL-terminated string.
  @inlinable package func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let start = storage.baseAddress else { return try body("") }
    return try body(UnsafePointer(start.assumingMemoryBound(to: CChar.self)))
  }
}
