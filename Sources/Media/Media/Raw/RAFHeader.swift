/// A reader of Fujifilm's raw files: a JPEG with EXIF, and a proprietary table for the raw picture.
enum RAFHeader {
  private static let entryLimit = 256
  private static let croppedSize: UInt16 = 0x0111
  private static let layout: UInt16 = 0x0130

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 96) else { return draft.note(.truncated) }
    let jpeg = ByteRange(offset: Int64(head.big32(84)), count: Int64(head.big32(88)))
    let table = Int64(head.big32(92))
    if jpeg.count > 0, window.contains(offset: jpeg.offset, count: jpeg.count) {
      draft.offer(EmbeddedPreview(range: jpeg))
      try JPEGHeader.read(at: jpeg.offset, &window, into: &draft)
    } else {
      draft.note(.truncated)
    }
    draft.facts.colorModel = .rgb
    try readTable(at: table, &window, into: &draft)
  }

  /// Reads entries of a number, a length and a value; sizes have the height first.
  private static func readTable(
    at start: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: start, count: 4) else { return draft.note(.truncated) }
    var offset = start + 4
    var size = (width: UInt32(0), height: UInt32(0))
    for _ in 0..<min(Int(head.big32(0)), entryLimit) {
      guard let entry = try window.bytes(at: offset, count: 8) else {
        draft.note(.truncated)
        break
      }
      switch entry.big16(0) {
      case croppedSize where entry.big16(2) >= 4:
        size = (UInt32(entry.big16(6)), UInt32(entry.big16(4)))
      // A sensor that is rotated by 45 degrees has half as many rows as the resulting picture.
      case layout where entry.byte(4) & 0x80 == 0 && entry.byte(5) & 8 == 0:
        if size.width > 2 * size.height { size.height *= 2 }
      default: break
      }
      offset += 4 + Int64(entry.big16(2))
    }
    draft.setSize(width: size.width, height: size.height)
  }
}
