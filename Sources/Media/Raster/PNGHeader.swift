/// Reads a PNG's chunks up to the first picture data (PNG specification, third edition).
///
/// Metadata behind the pixels, where few writers put it, is not looked for: finding it means
/// a read for each of the many data chunks.
enum PNGHeader {
  private static let chunkLimit = 1024
  private static let textLimit = 512

  private static let ihdr: UInt32 = 0x4948_4452
  private static let idat: UInt32 = 0x4944_4154
  private static let iend: UInt32 = 0x4945_4E44
  private static let exif: UInt32 = 0x6558_4966
  private static let text: UInt32 = 0x7445_5874
  private static let internationalText: UInt32 = 0x6954_5874
  private static let time: UInt32 = 0x7449_4D45
  private static let animationControl: UInt32 = 0x6163_544C

  static func read(
    _ window: inout HeaderWindow, into draft: inout FactsDraft
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 8, count: 18) else {
      draft.note(.truncated)
      return
    }
    // Xcode's crushed PNGs put CgBI first, which no other reader takes for a PNG either.
    guard head.big32(4) == ihdr else {
      draft.note(.malformed)
      return
    }
    draft.setSize(width: head.big32(8), height: head.big32(12))
    draft.facts.colorModel = head.byte(17) & 2 == 0 ? .gray : .rgb
    var offset = 20 + Int64(head.big32(0))
    for _ in 0..<chunkLimit {
      guard let head = try window.bytes(at: offset, count: 8) else {
        draft.note(window.isExhausted ? .tooLarge : .truncated)
        return
      }
      let (length, type) = (Int64(head.big32(0)), head.big32(4))
      if type == idat || type == iend { return }
      try readChunk(type, at: offset + 8, count: length, &window, into: &draft)
      offset += 12 + length
    }
    draft.note(.tooLarge)
  }

  private static func readChunk(
    _ type: UInt32, at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout FactsDraft
  ) throws(MediaError) {
    switch type {
    case exif:
      try MetadataBlock.readExif(
        at: offset, count: count, introduction: 6, &window, into: &draft)
    case animationControl:
      guard let control = try window.bytes(at: offset, count: 8) else { return }
      draft.facts.frameCount = Int32(clamping: control.big32(0))
      draft.facts.loopCount = Int32(clamping: control.big32(4))
      draft.facts.isAnimated = control.big32(0) > 1
    case time:
      guard let moment = try window.bytes(at: offset, count: 7) else { return }
      draft.offer(changeDate(moment), rank: .pngTime)
    case text:
      try readText(at: offset, count: count, &window, into: &draft)
    case internationalText:
      try readInternationalText(at: offset, count: count, &window, into: &draft)
    default: break
    }
  }

  /// tIME keeps UTC.
  private static func changeDate(_ moment: Bytes) -> CaptureDate? {
    let milliseconds = CivilTime.milliseconds(
      year: Int(moment.big16(0)), month: Int(moment.byte(2)), day: Int(moment.byte(3)),
      hour: Int(moment.byte(4)), minute: Int(moment.byte(5)), second: Int(moment.byte(6)))
    return milliseconds.map {
      CaptureDate(wallClockMilliseconds: $0, offsetMinutes: 0, source: .pngText)
    }
  }

  private static func readText(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow, into draft: inout FactsDraft
  ) throws(MediaError) {
    guard let chunk = try window.bytes(at: offset, upTo: Int(min(count, Int64(textLimit)))),
      let end = chunk.firstIndex(of: 0, from: 0)
    else { return }
    take(keyword: chunk.slice(from: 0, limit: end), chunk.slice(from: end + 1), &draft)
  }

  /// iTXt: keyword, 0, compression flag and method, language, 0, translated keyword, 0, text.
  private static func readInternationalText(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow, into draft: inout FactsDraft
  ) throws(MediaError) {
    guard let chunk = try window.bytes(at: offset, upTo: Int(min(count, Int64(textLimit)))),
      let keywordEnd = chunk.firstIndex(of: 0, from: 0), chunk.byte(keywordEnd + 1) == 0,
      let languageEnd = chunk.firstIndex(of: 0, from: keywordEnd + 3),
      let translationEnd = chunk.firstIndex(of: 0, from: languageEnd + 1)
    else { return }
    let start = Int64(translationEnd + 1)
    if chunk.has("XML:com.adobe.xmp\0", at: 0) {
      try MetadataBlock.readXMP(
        at: offset + start, count: count - start, &window, into: &draft, dateSource: .pngText)
    } else {
      let keyword = chunk.slice(from: 0, limit: keywordEnd)
      take(keyword: keyword, chunk.slice(from: translationEnd + 1), &draft)
    }
  }

  private static func take(keyword: Bytes, _ text: Bytes, _ draft: inout FactsDraft) {
    if keyword.count == 8, keyword.has("Software", at: 0) {
      draft.facts.pngSoftware = ShortText(text.buffer)
    } else if keyword.count == 6, keyword.has("Source", at: 0) {
      if draft.facts.pngSoftware.isEmpty { draft.facts.pngSoftware = ShortText(text.buffer) }
    } else if keyword.count == 13, keyword.has("Creation Time", at: 0) {
      let date =
        DateText.iso(text, source: .pngText) ?? DateText.rfc1123(text, source: .pngText)
      draft.offer(date, rank: .pngCreationTime)
    } else if keyword.count == 11, keyword.has("date:create", at: 0) {
      draft.offer(DateText.iso(text, source: .pngText), rank: .pngFileDate)
    }
  }
}
