package import Assets
package import Platform
// The standard library has normal forms in this interface alone; Foundation, which has them, too, is
// not linked.
@_spi(_Unicode) internal import Swift

extension AssetOrder {
  /// Appends the sort key of an asset as bytes: the asset whose bytes are smaller comes first, as
  /// in ``precedes(_:_:)``. A value is a byte for its type, then self-delimiting bytes, which are
  /// inverted for a descending order. The identifier comes last.
  func append(keyOf asset: Asset, to bytes: inout ByteBuffer) {
    for key in keys { bytes.append(SortValue(asset.value(of: key.field)), in: key) }
    let identifier = asset.identifierBytes
    withExtendedLifetime(identifier) { bytes.append(identifier.bytes) }
  }

  /// Returns the beginning of an asset's sort key: an asset with a larger number comes later.
  ///
  /// - Parameter bytes: A buffer for the value, whose content is replaced.
  func head(of asset: Asset, by bytes: inout ByteBuffer) -> UInt64 {
    head(of: keys.first.map { SortValue(asset.value(of: $0.field)) }, by: &bytes)
  }

  func head(of entry: Entry, by bytes: inout ByteBuffer) -> UInt64 {
    head(of: entry.key.values.first, by: &bytes)
  }

  private func head(of value: SortValue?, by bytes: inout ByteBuffer) -> UInt64 {
    guard let key = keys.first, let value else { return 0 }
    bytes.removeAll()
    bytes.append(value, in: key)
    return SortKeyHead(bytes.bytes).value
  }

  /// Appends a sort key in the encoding of ``append(keyOf:to:)``.
  package func append(_ key: Key, to bytes: inout ByteBuffer) {
    for (value, key) in zip(key.values, keys) { bytes.append(value, in: key) }
    key.identifier.withUnsafeBytes { bytes.append($0) }
  }
}

/// The first byte of an encoded value, in the order of types.
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
      // Large integers that are equal as `Double` differ here.
      append(ordered: UInt64(bitPattern: integer) ^ 1 << 63)
    case .number(let number):
      append(ValueKind.number.rawValue)
      append(ordered: number)
    case .text(let text):
      append(ValueKind.text.rawValue)
      append(ordered: text)
    }
  }

  /// Inverts the bytes of a value for descending order; absent values still come last.
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

  /// Appends a text, to be ordered by the scalars of its NFC form, as Swift compares strings.
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

  /// Appends a byte of a text. The bytes 0 and 1 are escaped as two bytes, because 0 ends the text.
  private mutating func append(ordered byte: UInt8) {
    if byte <= 1 { append(UInt8(1)) }
    append(byte <= 1 ? byte + 1 : byte)
  }
}

extension Asset {
  /// The bytes of the asset's `localIdentifier`; empty if it has none.
  package var identifierBytes: OwnedBytes {
    switch value(of: .localIdentifier) {
    case .text(let text): OwnedBytes(text.bytes)
    case .string(let string): OwnedBytes(string.utf8)
    default: OwnedBytes([])
    }
  }
}

/// The first eight bytes of a sort key, as a number of the same order.
package struct SortKeyHead {
  package let value: UInt64

  package init(_ key: UnsafeRawBufferPointer) {
    if key.count >= 8 {
      value = UInt64(bigEndian: key.loadUnaligned(as: UInt64.self))
    } else {
      var bytes: UInt64 = 0
      for byte in key { bytes = bytes << 8 | UInt64(byte) }
      value = key.isEmpty ? 0 : bytes << (8 * UInt64(8 - key.count))
    }
  }

  /// Returns a number below 0, 0 or above 0 if `left` comes before, equals or comes after `right`.
  package static func compare(
    _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>
  ) -> Int {
    let (left, right) = (
      UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right)
    )
    let common = min(left.count, right.count)
    if common > 0, let mine = left.baseAddress, let theirs = right.baseAddress {
      let order = memcmp(mine, theirs, common)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
