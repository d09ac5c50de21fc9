/// A reader of the header of a picture in the Free Lossless Image Format.
enum FLIFHeader {
  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, upTo: 32) else { return draft.note(.truncated) }
    var place = 6
    guard let width = number(in: head, from: &place), let height = number(in: head, from: &place)
    else { return draft.note(.truncated) }
    draft.setSize(width: width + 1, height: height + 1)
    draft.facts.colorModel = head.byte(4) & 0x0F == 1 ? .gray : .rgb
    guard head.byte(4) >> 4 > 4, let frames = number(in: head, from: &place) else { return }
    draft.facts.isAnimated = true
    draft.facts.frameCount = Int32(clamping: frames + 2)
  }

  /// Reads a number of up to five bytes, seven bits in each, the highest first; nil without one.
  private static func number(in bytes: Bytes, from place: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for _ in 0..<5 where place < bytes.count {
      let byte = bytes.byte(place)
      place += 1
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }
}
