/// Takes values out of a message; anything but what was to come is a problem.
struct WireReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// To be called behind the last value.
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

  /// An integer that lies within a range.
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

  /// A text of at most `limit` bytes.
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

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }
}
