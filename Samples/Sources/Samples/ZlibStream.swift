/// A zlib stream in one block of fixed Huffman codes (RFC 1950; RFC 1951, section 3.2.6).
///
/// The caller states the runs of zeros, so a flat picture costs time by rows, not by pixels.
package struct ZlibStream {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var pending: UInt64 = 0b011
  private var pendingCount = 3
  private var low: UInt32 = 1
  private var high: UInt32 = 0

  package init() {}

  package mutating func append(_ byte: UInt8) {
    low = (low + UInt32(byte)) % 65521
    high = (high + low) % 65521
    emit(literal: byte)
  }

  mutating func append(zeros count: Int) {
    guard count > 0 else { return }
    high = UInt32((UInt64(high) + UInt64(low) * UInt64(count)) % 65521)
    emit(literal: 0)
    var rest = count - 1
    while rest >= 3 {
      let length = min(rest, 258)
      emit(copyOfLength: length)
      rest -= length
    }
    for _ in 0..<rest { emit(literal: 0) }
  }

  package consuming func finished() -> [UInt8] {
    emit(code: 0, length: 7)
    while pendingCount > 0 { flushByte() }
    bytes.append(high << 16 | low, .big)
    return bytes
  }

  private mutating func emit(literal byte: UInt8) {
    if byte < 144 {
      emit(code: 0x30 + UInt32(byte), length: 8)
    } else {
      emit(code: 0x190 + UInt32(byte) - 144, length: 9)
    }
  }

  /// A copy of the last byte, 3 to 258 times.
  private mutating func emit(copyOfLength length: Int) {
    let offset = length - 3
    var extraCount = 0
    var symbol = 257 + offset
    if length == 258 {
      symbol = 285
    } else if offset >= 8 {
      extraCount = Int.bitWidth - offset.leadingZeroBitCount - 3
      symbol = 257 + 4 * extraCount + offset >> extraCount
    }
    if symbol < 280 {
      emit(code: UInt32(symbol - 256), length: 7)
    } else {
      emit(code: UInt32(0xC0 + symbol - 280), length: 8)
    }
    emit(bits: UInt32(offset & (1 << extraCount - 1)), count: extraCount)
    emit(code: 0, length: 5)
  }

  /// Huffman codes go out from their most significant bit, everything else from the least.
  private mutating func emit(code: UInt32, length: Int) {
    var code = code
    var reversed: UInt32 = 0
    for _ in 0..<length {
      reversed = reversed << 1 | code & 1
      code >>= 1
    }
    emit(bits: reversed, count: length)
  }

  private mutating func emit(bits: UInt32, count: Int) {
    pending |= UInt64(bits) << UInt64(pendingCount)
    pendingCount += count
    while pendingCount >= 8 { flushByte() }
  }

  private mutating func flushByte() {
    bytes.append(UInt8(truncatingIfNeeded: pending))
    pending >>= 8
    pendingCount -= 8
  }
}
