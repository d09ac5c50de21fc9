/// A reader of the values in a message, which throws for anything unexpected.
struct WireReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  func finish() throws(WireProblem) {
    guard position == bytes.count else { throw .trailingBytes }
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(WireProblem) -> Value {
    let size = MemoryLayout<Value>.size
    guard bytes.count - position >= size else { throw .truncated }
    var value: Value = 0
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes[position..<position + size]) }
    position += size
    return Value(littleEndian: value)
  }

  mutating func integer<Value: FixedWidthInteger>(
    within range: ClosedRange<Value>
  ) throws(WireProblem) -> Value {
    let value: Value = try integer()
    guard range.contains(value) else { throw .invalidValue }
    return value
  }

  mutating func enumeration<Value: RawRepresentable<UInt8>>() throws(WireProblem) -> Value {
    guard let value = Value(rawValue: try integer()) else { throw .unknownCase }
    return value
  }

  mutating func flag() throws(WireProblem) -> Bool {
    try integer(within: 0...UInt8(1)) == 1
  }

  mutating func optional<Value>(
    _ read: (inout WireReader) throws(WireProblem) -> Value
  ) throws(WireProblem) -> Value? {
    try flag() ? try read(&self) : nil
  }

  mutating func text(limit: Int) throws(WireProblem) -> String {
    let count = Int(try integer(UInt32.self))
    guard count <= limit else { throw .tooLong }
    guard bytes.count - position >= count else { throw .truncated }
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw .invalidValue
    }
    position += count
    return text
  }

  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }
}

/// A problem with bytes from the socket; their sender is not trusted.
package enum WireProblem: Error, Sendable, Hashable, CaseIterable {
  /// The program at the other end has another version.
  case version
  /// An unknown kind of message, or case of a value.
  case unknownCase
  /// A number or a text that is not valid for the value.
  case invalidValue
  /// The message ends before all of its values.
  case truncated
  /// The message continues after its last value.
  case trailingBytes
  /// The message is longer than the limit of its kind.
  case tooLong
  /// The message has an unexpected number of descriptors.
  case descriptors
  /// The socket fails.
  case socket
}

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

  /// Writes a flag that indicates whether there is a value, then the value.
  mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  /// Writes the number of bytes in 32 bits, then the bytes in UTF-8.
  mutating func text(_ value: String) {
    integer(UInt32(clamping: value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  mutating func raw(_ value: [UInt8]) {
    bytes.append(contentsOf: value)
  }
}
