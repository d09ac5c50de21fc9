/// The entropy-coded part of a JPEG scan: bits from the most significant, with stuffing after
/// `FF` (ITU-T T.81, section B.1.1.5).
struct JPEGBits {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0

  /// Appends at most 16 bits.
  mutating func append(_ bits: UInt32, count: Int) {
    pending = pending << UInt32(count) | bits
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }

  /// Fills the last byte with ones.
  mutating func align() {
    if pendingCount > 0 {
      append((1 << UInt32(8 - pendingCount)) - 1, count: 8 - pendingCount)
    }
  }
}
