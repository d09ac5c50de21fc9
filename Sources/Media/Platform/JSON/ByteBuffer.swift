/// A buffer of bytes that grows at the end; owned by one worker.
@usableFromInline package struct ByteBuffer: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  package init(capacity: Int = 4096) {
    start = .allocate(capacity: max(capacity, 64))
    self.capacity = max(capacity, 64)
  }

  deinit {
    start.deallocate()
  }

  /// The number of bytes.
  @inlinable package var count: Int { used }

  /// The bytes; valid until the buffer is changed.
  @inlinable package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: used)
  }

  /// Calls `body` with the bytes from `start` on, which it may change.
  package mutating func withMutableBytes(
    from start: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    precondition(start <= used, "only what is there can be changed")
    body(UnsafeMutableBufferPointer(start: self.start + start, count: used - start))
  }

  /// Empties the buffer, and keeps the memory.
  @inlinable package mutating func removeAll() {
    used = 0
  }

  /// Shortens the buffer to its first `count` bytes.
  package mutating func truncate(to count: Int) {
    precondition(count <= used, "a buffer is only ever shortened")
    used = count
  }

  @inlinable @inline(__always)
  /// Makes room for more bytes.
  package mutating func reserve(_ additional: Int) {
    if used + additional > capacity { grow(additional) }
  }

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    start[used] = byte
    used += 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + used).initialize(
      from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    used += bytes.count
  }

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Lets `write` write at most `most` bytes at the buffer's end; it returns their number.
  @inlinable @inline(__always)
  package mutating func append(
    atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    reserve(most)
    used += write(start + used)
  }

  /// Appends a number in decimal digits, with leading zeros where there are fewer than `least`.
  mutating func appendDigits(_ value: UInt64, atLeast least: Int = 1) {
    let digits = max(Self.digitCount(of: value), least)
    reserve(digits)
    let first = start + used
    used += digits
    var place = start + used
    var rest = value
    while place - first >= 2 {
      let pair = UInt32(truncatingIfNeeded: rest % 100)
      rest /= 100
      place -= 2
      place[0] = UInt8(truncatingIfNeeded: 48 &+ pair / 10)
      place[1] = UInt8(truncatingIfNeeded: 48 &+ pair % 10)
    }
    if place > first { first.pointee = UInt8(truncatingIfNeeded: 48 &+ rest) }
  }

  @inline(__always)
  private static func digitCount(of value: UInt64) -> Int {
    var (count, rest) = (1, value)
    while rest >= 10_000 {
      count += 4
      rest /= 10_000
    }
    return rest < 10 ? count : rest < 100 ? count + 1 : rest < 1000 ? count + 2 : count + 3
  }

  package mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  @inline(never) @usableFromInline
  mutating func grow(_ additional: Int) {
    let larger = max(capacity * 2, used + additional)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    fresh.initialize(from: start, count: used)
    start.deallocate()
    start = fresh
    capacity = larger
  }
}
