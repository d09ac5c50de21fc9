/// A reader of Minolta's raw files: blocks for the sensor and for a TIFF structure with EXIF.
enum MRWHeader {
  private static let blockLimit = 32

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 8) else { return draft.note(.truncated) }
    let end = 8 + Int64(head.big32(4))
    if end > window.size { draft.note(.truncated) }
    draft.facts.colorModel = .rgb
    var offset: Int64 = 8
    for _ in 0..<blockLimit where offset <= end - 8 {
      guard let block = try window.bytes(at: offset, count: 8) else { return }
      let (name, count) = (block.big32(0), Int64(block.big32(4)))
      if name == 0x0050_5244 {
        // PRD: the sides of the sensor and of the picture, heights first.
        guard let sides = try window.bytes(at: offset + 8, count: 16) else { return }
        draft.setSize(width: sides.big16(14), height: sides.big16(12))
      } else if name == 0x0054_5457 {
        // TTW
        try MetadataBlock.readExif(at: offset + 8, count: count, &window, into: &draft)
      }
      offset += 8 + count
    }
  }
}
