/// A reader of the bits of a coded header, most significant first. Past the end all bits are zero.
/// In H.264 and HEVC a byte 3 after two zeros only prevents an accidental start code (ISO/IEC
/// 14496-10, 7.4.1), and is skipped.
struct BitReader {
  private let bytes: Bytes
  private var place: Int
  private var bit = 0
  private var zeros = 0

  init(_ bytes: Bytes, from place: Int) {
    self.bytes = bytes
    self.place = place
  }

  var isAtEnd: Bool { place >= bytes.count }

  mutating func flag() -> Bool { number(1) == 1 }

  /// Reads a number of `count` bits, 32 at most.
  mutating func number(_ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count { value = value << 1 | nextBit() }
    return value
  }

  mutating func skip(_ count: Int) {
    for _ in 0..<count { _ = nextBit() }
  }

  /// Reads an Exp-Golomb code (ISO/IEC 14496-10, 9.1); 0 for one that the data cuts off.
  mutating func golomb() -> UInt32 {
    var zeros = 0
    while nextBit() == 0 {
      zeros += 1
      guard zeros < 32, !isAtEnd else { return 0 }
    }
    return UInt32(truncatingIfNeeded: UInt64(1) << UInt64(zeros) - 1 + UInt64(number(zeros)))
  }

  /// Reads a byte; the reader must be at a byte boundary.
  mutating func byte() -> UInt8 { UInt8(number(8)) }

  private mutating func nextBit() -> UInt32 {
    guard place < bytes.count else { return 0 }
    let value = bytes.byte(place) >> UInt8(7 - bit) & 1
    bit += 1
    if bit == 8 { advance() }
    return UInt32(value)
  }

  private mutating func advance() {
    zeros = bytes.byte(place) == 0 ? zeros + 1 : 0
    place += 1
    bit = 0
    if zeros >= 2, place < bytes.count, bytes.byte(place) == 3 {
      place += 1
      zeros = 0
    }
  }
}
