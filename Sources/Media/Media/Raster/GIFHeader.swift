/// A reader of a GIF's screen size and of its blocks up to a second picture, with which it is
/// animated. It stops after `walkLimit` bytes of a large first picture; then a looping extension
/// decides.
enum GIFHeader {
  private static let walkLimit: Int64 = 64 << 10
  /// The size in bytes of the trailer after an XMP packet, which has no sub-blocks; it leads a
  /// reader of sub-blocks to the end (XMP specification, part 3, 1.1.2).
  private static let trailerSize: Int64 = 258
  private static let readAhead = 32 << 10

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 13) else {
      draft.note(.truncated)
      return
    }
    draft.setSize(width: head.little16(6), height: head.little16(8))
    draft.facts.colorModel = .rgb
    draft.setDepth(8)
    draft.setAlpha(false)
    var offset = 13 + colorTableSize(head.byte(10))
    var pictures: Int32 = 0
    var packet: Int64?
    while offset < walkLimit {
      guard let block = try window.bytes(at: offset, upTo: 19), block.count > 0 else {
        draft.note(.truncated)
        break
      }
      switch block.byte(0) {
      case 0x3B:
        draft.facts.frameCount = pictures
        return
      case 0x21:
        if block.has("NETSCAPE2.0", at: 3) || block.has("ANIMEXTS1.0", at: 3) {
          draft.facts.loopCount = Int32(block.little16(16))
        }
        // The graphic control extension of a picture contains the transparent colour.
        if block.byte(1) == 0xF9, block.byte(3) & 1 == 1 { draft.setAlpha(true) }
        if block.has("XMP DataXMP", at: 3) { packet = offset + 14 }
        offset += 2
      case 0x2C:
        pictures += 1
        draft.facts.isAnimated = pictures > 1
        offset += 11 + colorTableSize(block.byte(9))
      case 0x00:
        // Some writers end a block twice.
        offset += 1
        continue
      default:
        draft.note(.malformed)
        return
      }
      guard try skipSubBlocks(from: &offset, &window) else { break }
      if let start = packet {
        try MetadataBlock.readXMP(
          at: start, count: offset - start - trailerSize, &window, into: &draft)
        packet = nil
      }
      if pictures > 1, window.resident(at: offset, count: 1) == nil { return }
    }
    if pictures <= 1, draft.facts.loopCount != nil { draft.facts.isAnimated = true }
  }

  static func colorTableSize(_ flags: UInt8) -> Int64 {
    flags & 0x80 == 0 ? 0 : 3 << Int64(flags & 7 + 1)
  }

  /// Skips the sub-blocks at `offset`; returns false if the walk's limit or the file ends first.
  private static func skipSubBlocks(
    from offset: inout Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    while offset < walkLimit, let length = try window.bytes(at: offset, count: 1, ahead: readAhead)
    {
      offset += 1 + Int64(length.byte(0))
      if length.byte(0) == 0 { return true }
    }
    return false
  }
}
