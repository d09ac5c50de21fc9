/// A decoder of the bytes that ``FactsPacker`` writes, which are not trusted. After the end, or for
/// a number out of bounds, its functions return zero and it becomes invalid.
package struct FactsUnpacker {
  private let source: UnsafeRawBufferPointer
  private var position = 0
  package private(set) var isValid = true

  package init(_ source: UnsafeRawBufferPointer) {
    self.source = source
  }

  package var isComplete: Bool { isValid && position == source.count }

  package mutating func byte() -> UInt8 {
    guard position < source.count else { return invalid(0) }
    defer { position += 1 }
    return source[position]
  }

  package mutating func word<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type)
    -> Value
  {
    let size = MemoryLayout<Value>.size
    guard source.count - position >= size else { return invalid(0) }
    defer { position += size }
    return Value(littleEndian: source.loadUnaligned(fromByteOffset: position, as: type))
  }

  package mutating func number(_ bounds: ClosedRange<Int64>) -> Int64 {
    let value = Int64(bitPattern: varint())
    return bounds.contains(value) ? value : invalid(bounds.lowerBound)
  }

  package mutating func signed(_ bounds: ClosedRange<Int64>) -> Int64 {
    let raw = varint()
    let value = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
    return bounds.contains(value) ? value : invalid(bounds.lowerBound)
  }

  /// Reads a range of bytes within a file of the given size.
  package mutating func range(within size: Int64) -> ByteRange {
    let offset = number(0...max(0, size))
    return ByteRange(offset: offset, count: number(0...max(0, size) - offset))
  }

  package mutating func text() -> ShortText {
    let count = Int(byte())
    guard count <= ShortText.capacity, count <= source.count - position else {
      return invalid(ShortText())
    }
    defer { position += count }
    return ShortText(UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
  }

  /// Reads `count` bytes; if there are fewer, returns none and becomes invalid.
  package mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    guard count <= source.count - position else {
      return invalid(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: source[position..<position + count])
  }

  /// Becomes invalid, and returns a replacement for the wrong value.
  package mutating func invalid<Value>(_ standIn: Value) -> Value {
    isValid = false
    return standIn
  }

  private mutating func varint() -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let part = byte()
      value |= UInt64(part & 0x7F) << shift
      if part < 0x80 { return value }
    }
    return invalid(0)
  }
}
