/// A reader of the header and the image resources of Photoshop's documents, PSD and PSB (Adobe
/// Photoshop File Formats Specification, 2019).
enum PSDHeader {
  private static let resourceLimit = 512

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 30) else { return draft.note(.truncated) }
    draft.setSize(width: head.big32(18), height: head.big32(14))
    switch head.big16(24) {
    case 0, 1, 8: draft.facts.colorModel = .gray
    case 2, 3: draft.facts.colorModel = .rgb
    case 4: draft.facts.colorModel = .cmyk
    case 9: draft.facts.colorModel = .lab
    default: break
    }
    let resources = 30 + Int64(head.big32(26))
    guard let length = try window.bytes(at: resources, count: 4) else {
      return draft.note(.truncated)
    }
    let end = resources + 4 + Int64(length.big32(0))
    if end > window.size { draft.note(.truncated) }
    try readResources(from: resources + 4, to: min(end, window.size), &window, into: &draft)
  }

  /// Reads resources: `8BIM`, a number, a name and a length; all but the number are of even length.
  private static func readResources(
    from start: Int64, to end: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var offset = start
    for _ in 0..<resourceLimit {
      guard offset <= end - 12, let head = try window.bytes(at: offset, count: 7) else { return }
      guard
        head.has("8BIM", at: 0) || head.has("PHUT", at: 0) || head.has("DCSR", at: 0)
          || head.has("AgHg", at: 0) || head.has("MeSa", at: 0)
      else { return draft.note(.malformed) }
      let number = head.big16(4)
      let name = (Int64(head.byte(6)) + 2) & ~1
      guard let length = try window.bytes(at: offset + 6 + name, count: 4) else { return }
      let range = ByteRange(offset: offset + 10 + name, count: Int64(length.big32(0)))
      guard range.count <= end - range.offset else { return draft.note(.lyingLength) }
      try readResource(number, range, &window, into: &draft)
      offset = range.offset + (range.count + 1) & ~1
    }
  }

  private static func readResource(
    _ number: UInt16, _ range: ByteRange, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch number {
    case 1028: try IPTCDates.readRecords(range, &window, into: &draft)
    case 1036:
      // 28 bytes, of which the first give the format, 1 for JPEG.
      guard range.count > 28, let head = try window.bytes(at: range.offset, count: 12),
        head.big32(0) == 1
      else { return }
      draft.offer(
        EmbeddedPreview(
          range: ByteRange(offset: range.offset + 28, count: range.count - 28),
          pixelWidth: Int32(clamping: head.big32(4)), pixelHeight: Int32(clamping: head.big32(8))))
    case 1058:
      try MetadataBlock.readExif(at: range.offset, count: range.count, &window, into: &draft)
    case 1060:
      try MetadataBlock.readXMP(at: range.offset, count: range.count, &window, into: &draft)
    default: break
    }
  }
}
