internal import JSON

extension RecordWriter {
  /// Writes a path of two or three parts as ``write(_:_:bytesKey:)`` writes the whole, without
  /// putting it together first.
  package mutating func writePath(
    _ key: StaticString, _ folder: UnsafeRawBufferPointer, _ middle: UnsafeRawBufferPointer? = nil,
    name: UnsafeRawBufferPointer, bytesKey: StaticString
  ) {
    // A slash never is part of a character, so the whole is UTF-8 when its parts are.
    guard folder.isPlain || folder.isValidUTF8,
      middle?.isPlain ?? true || middle?.isValidUTF8 ?? true,
      name.isPlain || name.isValidUTF8
    else {
      let above = middle.map { OwnedBytes(joining: folder, $0) } ?? OwnedBytes(folder)
      withExtendedLifetime(above) {
        let whole = OwnedBytes(joining: above.bytes, name)
        withExtendedLifetime(whole) { write(key, whole.bytes, bytesKey: bytesKey) }
      }
      return
    }
    write(key: key)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(inString: folder)
    if folder.last != UInt8(ascii: "/") { buffer.append(UInt8(ascii: "/")) }
    if let middle {
      buffer.append(inString: middle)
      buffer.append(UInt8(ascii: "/"))
    }
    buffer.append(inString: name)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes bytes as text, with U+FFFD for those that are not UTF-8.
  package mutating func writeRepaired(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isPlain || bytes.isValidUTF8 {
      buffer.append(string: bytes)
    } else {
      buffer.append(string: String(decoding: bytes, as: UTF8.self))
    }
  }
}
