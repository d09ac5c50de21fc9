internal import Media

/// The name of an element or an attribute, its prefix resolved.
struct XMLName {
  let space: XMLNamespace
  let local: UnsafeRawBufferPointer

  func isNamed(_ name: StaticString, in space: XMLNamespace) -> Bool {
    self.space == space && local.equals(name)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these are the bytes of `text`.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return (0..<count).allSatisfy { self[$0] == text.utf8Start[$0] }
  }
}
