extension [UInt8] {
  mutating func append<Value: FixedWidthInteger>(_ value: Value, _ order: ByteOrder) {
    Swift.withUnsafeBytes(of: order == .big ? value.bigEndian : value.littleEndian) {
      append(contentsOf: $0)
    }
  }

  /// Appends the low 24 bits of a number, which WebP uses for sizes and times.
  mutating func append24(_ value: Int, _ order: ByteOrder) {
    let bytes = [UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8)]
    let low = UInt8(truncatingIfNeeded: value)
    append(contentsOf: order == .big ? bytes + [low] : [low] + bytes.reversed())
  }

  /// Appends a text as UTF-8, without a terminator.
  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }
}
