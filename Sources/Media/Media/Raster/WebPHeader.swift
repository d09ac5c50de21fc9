/// A reader of a WebP's chunks (RFC 9649).
enum WebPHeader {
  private static let chunkLimit = 256

  private static let extended: UInt32 = 0x5650_3858
  private static let lossy: UInt32 = 0x5650_3820
  private static let lossless: UInt32 = 0x5650_384C
  private static let animation: UInt32 = 0x414E_494D
  private static let colorProfile: UInt32 = 0x4943_4350
  private static let exif: UInt32 = 0x4558_4946
  private static let xmp: UInt32 = 0x584D_5020

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    draft.facts.colorModel = .rgb
    draft.setDepth(8)
    draft.setAlpha(false)
    let end = try fileEnd(&window)
    if end > window.size { draft.note(.truncated) }
    var offset: Int64 = 12
    var awaited: UInt8 = 0
    for _ in 0..<chunkLimit {
      guard offset <= min(end, window.size) - 8,
        let head = try window.bytes(at: offset, count: 8)
      else { break }
      let payload = offset + 8
      let length = Int64(head.little32(4))
      switch head.big32(0) {
      case extended:
        guard let canvas = try window.bytes(at: payload, count: 10) else { break }
        draft.setSize(width: canvas.little24(4) + 1, height: canvas.little24(7) + 1)
        draft.facts.isAnimated = canvas.byte(0) & 0x02 != 0
        draft.setAlpha(canvas.byte(0) & 0x10 != 0)
        awaited = canvas.byte(0) & 0x0C
      case lossy:
        try readLossy(at: payload, &window, into: &draft)
      case lossless:
        try readLossless(at: payload, &window, into: &draft)
      case animation:
        guard let control = try window.bytes(at: payload, count: 6) else { break }
        draft.facts.loopCount = Int32(control.little16(4))
      case colorProfile:
        try ICCProfile.readName(at: payload, count: length, &window, into: &draft)
      case exif:
        awaited &= ~0x08
        try MetadataBlock.readExif(
          at: payload, count: length, introduction: 6, &window, into: &draft)
      case xmp:
        awaited &= ~0x04
        try MetadataBlock.readXMP(at: payload, count: length, &window, into: &draft)
      default: break
      }
      offset = payload + length + (length & 1)
      let isControlNext = draft.facts.isAnimated && draft.facts.loopCount == nil
      if draft.hasSize, awaited == 0, !isControlNext { return }
    }
    if awaited != 0 { draft.note(.truncated) }
  }

  private static func fileEnd(_ window: inout HeaderWindow) throws(MediaError) -> Int64 {
    guard let head = try window.bytes(at: 4, count: 4) else { return 0 }
    return 8 + Int64(head.little32(0))
  }

  /// Reads the key frame's start code and size (RFC 6386, section 9.1).
  private static func readLossy(
    at offset: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard !draft.hasSize, let frame = try window.bytes(at: offset, count: 10),
      frame.little24(3) == 0x2A019D
    else { return }
    draft.setSize(width: frame.little16(6) & 0x3FFF, height: frame.little16(8) & 0x3FFF)
  }

  private static func readLossless(
    at offset: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard !draft.hasSize, let frame = try window.bytes(at: offset, count: 5),
      frame.byte(0) == 0x2F
    else { return }
    let bits = frame.little32(1)
    draft.setSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    draft.setAlpha(bits >> 28 & 1 == 1)
  }
}
