/// The size and frame rate in an MPEG-1 or MPEG-2 sequence header (ISO/IEC 13818-2, 6.2.2).
struct MPEGSequence {
  let width: Int
  let height: Int
  let frameRate: Double?
  /// True if the header has the extension that MPEG-1 lacks.
  let isMPEG2: Bool

  private static let rates: [Double] = [
    0, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60,
  ]

  /// Parses a stream that begins with a sequence header's start code; nil if it has no such header.
  init?(_ bytes: Bytes) {
    guard bytes.big32(0) == 0x0000_01B3, bytes.count >= 12 else { return nil }
    var width = Int(bytes.big24(4) >> 12)
    var height = Int(bytes.big24(4) & 0xFFF)
    let code = Int(bytes.byte(7) & 0x0F)
    var rate = code < Self.rates.count ? Self.rates[code] : 0
    // Quantiser tables of 64 bytes each may precede the extension.
    var end = 12
    if bytes.byte(11) & 2 != 0 { end += 64 }
    if bytes.byte(end - 1) & 1 != 0 { end += 64 }
    isMPEG2 = bytes.big32(end) == 0x0000_01B5 && bytes.byte(end + 4) >> 4 == 1
    if isMPEG2 {
      let sides = bytes.big16(end + 5)
      width |= Int(sides >> 7 & 3) << 12
      height |= Int(sides >> 5 & 3) << 12
      let fraction = bytes.byte(end + 9)
      rate *= Double(fraction >> 5 & 3) + 1
      rate /= Double(fraction & 0x1F) + 1
    }
    guard width > 0, height > 0 else { return nil }
    (self.width, self.height) = (width, height)
    frameRate = rate > 0 ? rate : nil
  }

  func apply(to draft: inout MediaFactsBuilder) {
    draft.setSize(width: width, height: height)
    if let frameRate { draft.setFrameRate(frameRate) }
  }
}
