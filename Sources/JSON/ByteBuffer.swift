#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Bytes that grow at the end; owned by one lane.
package struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int = 4096) {
    start = .allocate(capacity: max(capacity, 64))
    self.capacity = max(capacity, 64)
  }

  deinit {
    start.deallocate()
  }

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  package mutating func removeAll() {
    count = 0
  }

  /// Shortens the buffer to its first `count` bytes.
  package mutating func truncate(to count: Int) {
    precondition(count <= self.count, "a buffer is only ever shortened")
    self.count = count
  }

  @inline(__always)
  package mutating func reserve(_ additional: Int) {
    if count + additional > capacity { grow(additional) }
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    memcpy(start + count, base, bytes.count)
    count += bytes.count
  }

  @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a byte for which ``reserve(_:)`` made room.
  @inline(__always)
  package mutating func appendReserved(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  /// Appends a number in decimal digits, with zeros before them where they are fewer than `least`.
  mutating func appendDigits(_ value: UInt64, atLeast least: Int = 1) {
    var digits = 1
    var limit: UInt64 = 10
    while value >= limit {
      digits += 1
      let (next, overflows) = limit.multipliedReportingOverflow(by: 10)
      if overflows { break }
      limit = next
    }
    digits = max(digits, least)
    reserve(digits)
    count += digits
    var rest = value
    for place in 1...digits {
      start[count - place] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
    }
  }

  package mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let larger = max(capacity * 2, count + additional)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memcpy(fresh, start, count)
    start.deallocate()
    start = fresh
    capacity = larger
  }
}
