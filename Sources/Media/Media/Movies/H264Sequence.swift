/// An H.264 stream's sequence parameter set (ISO/IEC 14496-10, 7.3.2.1.1 and E.1.1).
struct H264Sequence {
  private(set) var width: Int
  private(set) var height: Int
  private(set) var frameRate: Double?

  /// Parses a unit of the stream, whose first byte is its header; nil if it is no parameter set.
  init?(_ unit: Bytes) {
    guard unit.byte(0) & 0x1F == 7, unit.count > 4 else { return nil }
    var bits = BitReader(unit, from: 4)
    _ = bits.golomb()
    var chroma: UInt32 = 1
    if Self.hasChroma(profile: unit.byte(1)) {
      chroma = bits.golomb()
      if chroma == 3 { bits.skip(1) }
      _ = (bits.golomb(), bits.golomb())
      bits.skip(1)
      if bits.flag() { Self.skipScaling(&bits, lists: chroma == 3 ? 12 : 8) }
    }
    _ = bits.golomb()
    Self.skipOrder(&bits)
    _ = bits.golomb()
    bits.skip(1)
    let across = bits.golomb()
    let down = bits.golomb()
    let isFrame = bits.flag()
    if !isFrame { bits.skip(1) }
    bits.skip(1)
    guard across < 4096, down < 4096 else { return nil }
    let lines = isFrame ? 1 : 2
    width = (Int(across) + 1) * 16
    height = (Int(down) + 1) * 16 * lines
    if bits.flag() {
      let crop = (bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb())
      let unit = (across: chroma == 1 || chroma == 2 ? 2 : 1, down: (chroma == 1 ? 2 : 1) * lines)
      width -= (Int(crop.0) + Int(crop.1)) * unit.across
      height -= (Int(crop.2) + Int(crop.3)) * unit.down
    }
    guard width > 0, height > 0, !bits.isAtEnd else { return nil }
    if bits.flag() { frameRate = Self.frameRate(&bits) }
  }

  func apply(to draft: inout MediaFactsBuilder) {
    draft.setSize(width: width, height: height)
    if let frameRate { draft.setFrameRate(frameRate) }
  }

  private static func hasChroma(profile: UInt8) -> Bool {
    switch profile {
    case 100, 110, 122, 244, 44, 83, 86, 118, 128, 134, 135, 138, 139: true
    default: false
    }
  }

  private static func skipScaling(_ bits: inout BitReader, lists: Int) {
    for list in 0..<lists where bits.flag() {
      var next: Int32 = 8
      for _ in 0..<(list < 6 ? 16 : 64) {
        guard next != 0 else { break }
        let code = bits.golomb()
        let half = Int32(truncatingIfNeeded: (UInt64(code) + 1) / 2)
        next = (next &+ (code & 1 == 1 ? half : 0 &- half)) & 0xFF
      }
    }
  }

  private static func skipOrder(_ bits: inout BitReader) {
    switch bits.golomb() {
    case 0: _ = bits.golomb()
    case 1:
      bits.skip(1)
      _ = (bits.golomb(), bits.golomb())
      let count = min(bits.golomb(), 255)
      for _ in 0..<count { _ = bits.golomb() }
    default: break
    }
  }

  private static func frameRate(_ bits: inout BitReader) -> Double? {
    if bits.flag(), bits.number(8) == 255 { bits.skip(32) }
    if bits.flag() { bits.skip(1) }
    if bits.flag() {
      bits.skip(4)
      if bits.flag() { bits.skip(24) }
    }
    if bits.flag() { _ = (bits.golomb(), bits.golomb()) }
    guard bits.flag() else { return nil }
    let (units, scale) = (bits.number(32), bits.number(32))
    guard units > 0, scale > 0 else { return nil }
    // A tick is half a frame, whether fields are coded or frames.
    return Double(scale) / Double(units) / 2
  }
}
