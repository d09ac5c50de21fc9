/// The size of an HEVC stream, from its sequence parameter set (ISO/IEC 23008-2, 7.3.2.2).
struct HEVCSequence {
  let width: Int
  let height: Int

  /// Parses a unit of the stream, which begins with its header; nil if it is no parameter set.
  init?(_ unit: Bytes) {
    guard unit.byte(0) >> 1 & 0x3F == 33, unit.count > 16 else { return nil }
    var bits = BitReader(unit, from: 2)
    bits.skip(4)
    let layers = Int(bits.number(3))
    bits.skip(1)
    Self.skipLevels(&bits, layers: layers)
    _ = bits.golomb()
    let chroma = bits.golomb()
    if chroma == 3 { bits.skip(1) }
    let (across, down) = (bits.golomb(), bits.golomb())
    guard across < 1 << 16, down < 1 << 16 else { return nil }
    var (width, height) = (Int(across), Int(down))
    if bits.flag() {
      let crop = (bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb())
      width -= (Int(crop.0) + Int(crop.1)) * (chroma == 1 || chroma == 2 ? 2 : 1)
      height -= (Int(crop.2) + Int(crop.3)) * (chroma == 1 ? 2 : 1)
    }
    guard width > 0, height > 0, !bits.isAtEnd else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// Skips profile, tier and level, of the whole and of each layer.
  private static func skipLevels(_ bits: inout BitReader, layers: Int) {
    bits.skip(96)
    guard layers > 0 else { return }
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<layers { present.append((bits.flag(), bits.flag())) }
    bits.skip(2 * (8 - layers))
    for layer in present {
      if layer.profile { bits.skip(88) }
      if layer.level { bits.skip(8) }
    }
  }
}
