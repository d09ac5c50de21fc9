/// A reader of a HEIF's properties of pixels and auxiliary pictures (ISO/IEC 23008-12, 6.5, 6.6).
enum HEIFPixels {
  /// Reads a property of the main picture.
  static func take(
    _ property: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard
      let bytes = try window.bytes(at: property.payload, upTo: Int(min(max(0, property.count), 24)))
    else { return }
    switch property.type {
    case BoxType.pixi where bytes.count >= 6:
      draft.setDepth(bytes.byte(5))
      draft.facts.colorModel = bytes.byte(4) == 1 ? .gray : .rgb
    // The chroma format and the depth of luma (ISO/IEC 14496-15, 8.3.3.1).
    case BoxType.hvcC where bytes.count >= 18:
      if draft.facts.depth == nil { draft.setDepth(8 + bytes.byte(17) & 7) }
      if draft.facts.colorModel == nil {
        draft.facts.colorModel = bytes.byte(16) & 3 == 0 ? .gray : .rgb
      }
    // high_bitdepth, twelve_bit and monochrome (AV1 Codec ISO Media File Format, 2.3).
    case BoxType.av1C where bytes.count >= 3:
      let flags = bytes.byte(2)
      if draft.facts.depth == nil {
        draft.setDepth(flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12)
      }
      if draft.facts.colorModel == nil { draft.facts.colorModel = flags & 0x10 == 0 ? .rgb : .gray }
    case BoxType.colr where bytes.has("prof", at: 0) || bytes.has("rICC", at: 0):
      try ICCProfile.readName(
        at: property.payload + 4, count: property.count - 4, &window, into: &draft)
    case BoxType.colr where bytes.has("nclx", at: 0):
      guard draft.facts.profileName.isEmpty, bytes.big16(6) == 13 else { break }
      if bytes.big16(4) == 1 { draft.facts.profileName = "sRGB IEC61966-2.1" }
      if bytes.big16(4) == 12 { draft.facts.profileName = "Display P3" }
    default: break
    }
  }

  /// Searches the properties of all pictures for auxiliary ones: opacity, depth, or a gain map. If
  /// the main picture itself does not give its coding, that of its tiles is used.
  static func read(
    _ container: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    draft.setAlpha(false)
    var boxes = BoxList(in: container)
    while let box = try boxes.next(&window, &draft) {
      switch box.type {
      case BoxType.hvcC, BoxType.av1C: try take(box, &window, into: &draft)
      case BoxType.auxC: try readAuxiliary(box, &window, into: &draft)
      default: break
      }
    }
  }

  private static func readAuxiliary(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard box.count > 4,
      let name = try window.bytes(at: box.payload + 4, upTo: Int(min(box.count - 4, 64)))
    else { return }
    if name.has("urn:com:apple:photo:2020:aux:hdrgainmap\0", at: 0) {
      draft.facts.traits.insert(.gainMap)
    } else if name.has("urn:mpeg:hevc:2015:auxid:2\0", at: 0)
      || name.has("urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0", at: 0)
    {
      draft.facts.traits.insert(.depthMap)
    } else if name.has("urn:mpeg:hevc:2015:auxid:1\0", at: 0)
      || name.has("urn:mpeg:avc:2015:auxid:1\0", at: 0)
      || name.has("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", at: 0)
    {
      draft.setAlpha(true)
    }
  }
}
