/// Up to 40 bytes without an allocation, for numbers and dates; what comes later is left out.
struct InlineBytes {
  private var storage: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
  private var count = 0

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard count < 40 else { return }
    let place = count
    withUnsafeMutableBytes(of: &storage) { $0[place] = byte }
    count += 1
  }

  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: storage) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }
}
