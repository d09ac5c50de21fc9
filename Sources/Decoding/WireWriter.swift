/// Puts values into a message, one behind the other.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 64) {
    bytes.reserveCapacity(capacity)
  }

  mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func enumeration<Value: RawRepresentable<UInt8>>(_ value: Value) {
    bytes.append(value.rawValue)
  }

  mutating func flag(_ value: Bool) {
    bytes.append(value ? 1 : 0)
  }

  /// A flag that tells whether there is a value, then the value.
  mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  /// The number of bytes in 32 bits, then the bytes in UTF-8.
  mutating func text(_ value: String) {
    integer(UInt32(clamping: value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  mutating func raw(_ value: [UInt8]) {
    bytes.append(contentsOf: value)
  }
}
