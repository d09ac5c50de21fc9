/// The name of an element or an attribute, its prefix resolved.
struct XMLName {
  let space: XMLNamespace
  let local: UnsafeRawBufferPointer

  func isNamed(_ name: StaticString, in space: XMLNamespace) -> Bool {
    self.space == space && local.equals(name)
  }
}
