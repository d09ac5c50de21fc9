internal import JSON
@_spi(_Unicode) internal import Swift

extension AssetOrder {
  /// Appends what an asset is ordered by as bytes: the asset whose bytes are smaller comes first, as
  /// ``precedes(_:_:)`` has it.
  ///
  /// A value is a byte for its type and then bytes whose end shows, turned over where large ones come
  /// first. The identifier comes last.
  func append(keyOf asset: Asset, to bytes: inout ByteBuffer) {
    for key in keys { bytes.append(SortValue(asset.value(of: key.field)), in: key) }
    let identifier = asset.identifierBytes
    withExtendedLifetime(identifier) { bytes.append(identifier.bytes) }
  }

  /// The beginning of what an asset is ordered by: an asset with a larger number comes behind.
  ///
  /// - Parameter bytes: memory for the value, which it takes the place of.
  func head(of asset: Asset, by bytes: inout ByteBuffer) -> UInt64 {
    head(of: keys.first.map { SortValue(asset.value(of: $0.field)) }, by: &bytes)
  }

  /// The same for an asset whose values are known.
  func head(of entry: Entry, by bytes: inout ByteBuffer) -> UInt64 {
    head(of: entry.key.values.first, by: &bytes)
  }

  private func head(of value: SortValue?, by bytes: inout ByteBuffer) -> UInt64 {
    guard let key = keys.first, let value else { return 0 }
    bytes.removeAll()
    bytes.append(value, in: key)
    return SortKeyHead(bytes.bytes).value
  }

  /// Appends a key in the same way.
  func append(_ key: Key, to bytes: inout ByteBuffer) {
    for (value, key) in zip(key.values, keys) { bytes.append(value, in: key) }
    key.identifier.withUnsafeBytes { bytes.append($0) }
  }
}

/// The first byte of a value, in the order of types.
private enum ValueKind: UInt8 {
  case no = 1
  case yes, number, text
  case absent = 0xFF
}

extension ByteBuffer {
  fileprivate mutating func append(_ value: SortValue, in key: SortKey) {
    let start = count
    append(ordered: value)
    if key.isDescending { invert(from: start) }
  }

  private mutating func append(ordered value: SortValue) {
    switch value {
    case .absent: append(ValueKind.absent.rawValue)
    case .flag(let flag):
      append(flag ? ValueKind.yes.rawValue : ValueKind.no.rawValue)
    case .integer(let integer):
      append(ValueKind.number.rawValue)
      append(ordered: Double(integer))
      // Large ones that are one number as `Double` differ here.
      append(ordered: UInt64(bitPattern: integer) ^ 1 << 63)
    case .number(let number):
      append(ValueKind.number.rawValue)
      append(ordered: number)
    case .text(let text):
      append(ValueKind.text.rawValue)
      append(ordered: text)
    }
  }

  /// Known values come before unknown ones, in either direction.
  private mutating func invert(from start: Int) {
    if bytes[start] == ValueKind.absent.rawValue { return }
    withMutableBytes(from: start) { bytes in
      for place in bytes.indices { bytes[place] = ~bytes[place] }
    }
  }

  private mutating func append(ordered bits: UInt64) {
    withUnsafeBytes(of: bits.bigEndian) { append($0) }
  }

  private mutating func append(ordered number: Double) {
    let bits = number.bitPattern
    append(ordered: bits >> 63 == 1 ? ~bits : bits | 1 << 63)
  }

  /// Texts are ordered by their scalars in Unicode's composed form (NFC), as Swift compares strings.
  private mutating func append(ordered text: String) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      for byte in utf8 { append(ordered: byte) }
      return true
    }
    if !isPlain {
      for scalar in text._nfc {
        for byte in UTF8.encode(scalar) ?? .init() { append(ordered: byte) }
      }
    }
    append(UInt8(0))
  }

  /// No byte of a text is its end: 0 and 1 are written as two.
  private mutating func append(ordered byte: UInt8) {
    if byte <= 1 { append(UInt8(1)) }
    append(byte <= 1 ? byte + 1 : byte)
  }
}
