/// A lossless WebP bitstream of two colours (RFC 9649, section 3).
///
/// Each channel has a simple prefix code of one or two symbols, so a pixel takes at most 3 bits.
struct VP8LImage: SampleFile {
  let width: Int
  let height: Int
  let colors: [RGB]
  /// Returns true if a place has the second colour.
  let isSecond: @Sendable (_ x: Int, _ y: Int) -> Bool

  func encoded() -> [UInt8] {
    var bits = Bits()
    bits.append(0x2F, count: 8)
    bits.append(UInt32(width - 1), count: 14)
    bits.append(UInt32(height - 1), count: 14)
    // No alpha hint, version 0, no transform, no colour cache, no meta prefix codes.
    bits.append(0, count: 7)
    let channels = [\RGB.green, \.red, \.blue].map { channel in
      (colors[0][keyPath: channel], colors[1][keyPath: channel])
    }
    for (first, second) in channels { Self.append(symbols: [first, second], to: &bits) }
    Self.append(symbols: [255], to: &bits)
    Self.append(symbols: [0], to: &bits)
    // In each code the smaller symbol is the 0.
    let varying = channels.filter { $0.0 != $0.1 }
    let codes = varying.enumerated().reduce(into: [UInt32(0), 0]) { codes, channel in
      codes[channel.element.0 < channel.element.1 ? 1 : 0] |= 1 << UInt32(channel.offset)
    }
    for y in 0..<height {
      for x in 0..<width {
        bits.append(codes[isSecond(x, y) ? 1 : 0], count: varying.count)
      }
    }
    return bits.finished()
  }

  private static func append(symbols: Set<UInt8>, to bits: inout Bits) {
    bits.append(1, count: 1)
    bits.append(UInt32(symbols.count - 1), count: 1)
    bits.append(1, count: 1)
    for symbol in symbols.sorted() { bits.append(UInt32(symbol), count: 8) }
  }

  /// Bits from the least significant.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount = 0

    mutating func append(_ bits: UInt32, count: Int) {
      pending |= bits << UInt32(pendingCount)
      pendingCount += count
      while pendingCount >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingCount -= 8
      }
    }

    consuming func finished() -> [UInt8] {
      append(0, count: 7)
      return bytes
    }
  }
}
