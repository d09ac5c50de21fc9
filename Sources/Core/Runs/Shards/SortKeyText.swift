internal import Platform

extension AssetOrder {
  /// Writes the member `key`: the values to sort by, null if absent, and the `localIdentifier`.
  func write(keyOf asset: Asset, into writer: inout RecordWriter) {
    let key = key(for: asset, place: 0)
    writer.write(key: "key")
    writer.buffer.append(UInt8(ascii: "["))
    for value in key.values {
      writer.buffer.separate(after: "[")
      writer.buffer.append(value)
    }
    writer.buffer.separate(after: "[")
    key.identifier.withUnsafeBytes { bytes in
      if bytes.isValidUTF8 { return writer.buffer.append(string: bytes) }
      writer.buffer.append("{\"bytes\":")
      writer.buffer.append(base64: bytes)
      writer.buffer.append(UInt8(ascii: "}"))
    }
    writer.buffer.append(UInt8(ascii: "]"))
  }
}

extension AssetOrder.Key {
  /// Parses the list that ``AssetOrder/write(keyOf:into:)`` wrote; nil for another value. `place`
  /// is the position in the library, from 0.
  init?(_ element: JSONElement, place: Int) {
    guard element.kind == .list else { return nil }
    let elements = Array(element.elements)
    guard let last = elements.last else { return nil }
    let bytes = last.members.first { $0.name.equals("bytes") }.flatMap {
      Base64.decode($0.value.bytes)
    }
    guard let identifier = bytes ?? last.string.map({ Array($0.utf8) }) else { return nil }
    self.init(
      values: elements.dropLast().map(SortValue.init), identifier: identifier, place: place)
  }
}
