/// Numbers of any count of bits, taken from the lowest bit of each byte on.
///
/// Past the end, zeros follow.
struct LowBits {
  private let bytes: Bytes
  private var place = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  /// Whether all bits that were taken were there.
  var isWithin: Bool { place <= bytes.count * 8 }

  /// - Parameter count: 32 at most.
  mutating func take(_ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for bit in 0..<count {
      value |= UInt32(bytes.byte(place >> 3) >> UInt8(place & 7) & 1) << UInt32(bit)
      place += 1
    }
    return value
  }

  mutating func takeFlag() -> Bool { take(1) == 1 }
}
