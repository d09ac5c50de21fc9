/// A reader of a PNG's texts by their keywords, and the metadata that some of them contain. XMP is
/// stored unchanged in a text, compressed or not. ImageMagick and others store EXIF and XMP as
/// hexadecimal digits, under `Raw profile type exif`.
enum PNGText {
  private static let textLimit = 512
  /// The maximum length of a keyword with its NUL (PNG specification, 11.3.3.2).
  private static let keywordLimit = 80

  private enum Keyword {
    case software, source, creationTime, fileDate, xmp, exifDigits, xmpDigits, segmentDigits

    init?(_ text: Bytes) {
      switch text.count {
      case 8 where text.has("Software", at: 0): self = .software
      case 6 where text.has("Source", at: 0): self = .source
      case 13 where text.has("Creation Time", at: 0): self = .creationTime
      case 11 where text.has("date:create", at: 0): self = .fileDate
      case 17 where text.has("XML:com.adobe.xmp", at: 0): self = .xmp
      case 21 where text.has("Raw profile type exif", at: 0): self = .exifDigits
      case 21 where text.has("Raw profile type APP1", at: 0): self = .segmentDigits
      case 20 where text.has("Raw profile type xmp", at: 0): self = .xmpDigits
      default: return nil
      }
    }
  }

  /// Reads tEXt: keyword, 0, text.
  static func readPlain(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: offset, upTo: Int(min(count, Int64(keywordLimit)))),
      let end = head.firstIndex(of: 0, from: 0),
      let keyword = Keyword(head.slice(from: 0, limit: end))
    else { return }
    let start = Int64(end + 1)
    try read(keyword, at: offset + start, count: count - start, &window, into: &draft)
  }

  /// Reads zTXt: keyword, 0, compression method, text.
  static func readCompressed(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: offset, upTo: Int(min(count, Int64(keywordLimit) + 1))),
      let end = head.firstIndex(of: 0, from: 0), head.byte(end + 1) == 0,
      let keyword = Keyword(head.slice(from: 0, limit: end))
    else { return }
    let start = Int64(end + 2)
    try unpack(keyword, at: offset + start, count: count - start, &window, into: &draft)
  }

  /// Reads iTXt: keyword, 0, compression flag and method, language, 0, translated keyword, 0, text.
  static func readInternational(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: offset, upTo: Int(min(count, Int64(textLimit)))),
      let keywordEnd = head.firstIndex(of: 0, from: 0),
      let keyword = Keyword(head.slice(from: 0, limit: keywordEnd)),
      let languageEnd = head.firstIndex(of: 0, from: keywordEnd + 3),
      let translationEnd = head.firstIndex(of: 0, from: languageEnd + 1)
    else { return }
    let start = Int64(translationEnd + 1)
    switch (head.byte(keywordEnd + 1), head.byte(keywordEnd + 2)) {
    case (0, _): try read(keyword, at: offset + start, count: count - start, &window, into: &draft)
    case (1, 0):
      try unpack(keyword, at: offset + start, count: count - start, &window, into: &draft)
    default: break
    }
  }

  private static func read(
    _ keyword: Keyword, at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch keyword {
    case .xmp:
      try MetadataBlock.readXMP(
        at: offset, count: count, &window, into: &draft, dateSource: .pngText)
    case .exifDigits, .xmpDigits, .segmentDigits:
      guard let text = try window.bytes(at: offset, upTo: Int(clamping: count)) else { return }
      var block = HeaderWindow { HexProfile.read(text.buffer, into: $0) }
      try readBlock(
        keyword, of: &block, kept: ByteRange(offset: offset, count: count), in: window,
        into: &draft)
    case .software, .source, .creationTime, .fileDate:
      guard let text = try window.bytes(at: offset, upTo: Int(min(count, Int64(textLimit)))) else {
        return
      }
      take(keyword, text, &draft)
    }
  }

  private static func unpack(
    _ keyword: Keyword, at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    let kept = ByteRange(offset: offset, count: count)
    let isDate = keyword == .creationTime || keyword == .fileDate
    // Only the first of each is read, which limits the amount of unpacked data.
    switch keyword {
    case .xmp, .xmpDigits: guard draft.facts.xmpBlock == nil else { return }
    case .exifDigits: guard draft.facts.exifBlock == nil else { return }
    case .segmentDigits:
      guard draft.facts.exifBlock == nil || draft.facts.xmpBlock == nil else { return }
    case .software, .source, .creationTime, .fileDate:
      guard isDate || draft.facts.pngSoftware.isEmpty else { return }
    }
    let isShort = isDate || keyword == .software || keyword == .source
    let limit = isShort ? textLimit : HeaderWindow.capacity
    guard let packed = try window.bytes(at: offset, upTo: Int(min(count, Int64(limit)))) else {
      return
    }
    var text = HeaderWindow(limit: limit) { Inflate.unpack(packed.buffer, into: $0) }
    switch keyword {
    case .exifDigits, .xmpDigits, .segmentDigits:
      guard let digits = try text.bytes(at: 0, upTo: .max) else { return }
      var block = HeaderWindow { HexProfile.read(digits.buffer, into: $0) }
      try readBlock(keyword, of: &block, kept: kept, in: window, into: &draft)
    case .xmp:
      try readBlock(keyword, of: &text, kept: kept, in: window, into: &draft)
    case .software, .source, .creationTime, .fileDate:
      if let text = try text.bytes(at: 0, upTo: textLimit) { take(keyword, text, &draft) }
    }
  }

  /// Reads unpacked metadata, and records its place in the file. Problems in it are no problems of
  /// the file, as it may have been truncated to fit the buffer.
  private static func readBlock(
    _ keyword: Keyword, of block: inout HeaderWindow, kept: ByteRange,
    in window: borrowing HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard window.contains(offset: kept.offset, count: kept.count), block.size > 0,
      let head = try block.bytes(at: 0, upTo: 32)
    else { return }
    let (problem, preview) = (draft.facts.problem, draft.facts.embeddedPreview)
    let introduction = "http://ns.adobe.com/xap/1.0/\0" as StaticString
    let isSegment = head.has(introduction, at: 0)
    if keyword == .xmp || keyword == .xmpDigits || isSegment {
      guard draft.facts.xmpBlock == nil else { return }
      let start = isSegment ? Int64(introduction.utf8CodeUnitCount) : 0
      try MetadataBlock.readXMP(
        at: start, count: block.size - start, &block, into: &draft, dateSource: .pngText)
      if draft.facts.xmpBlock != nil { draft.facts.xmpBlock = kept }
    } else {
      guard draft.facts.exifBlock == nil else { return }
      try MetadataBlock.readExif(
        at: 0, count: block.size, introduction: 6, &block, into: &draft)
      if draft.facts.exifBlock != nil { draft.facts.exifBlock = kept }
    }
    (draft.facts.problem, draft.facts.embeddedPreview) = (problem, preview)
  }

  /// Reads the time of ImageMagick's input file, which newer versions write in UTC everywhere.
  private static func fileDate(_ text: Bytes) -> CaptureDate? {
    guard let date = DateText.iso(text, source: .pngText) else { return nil }
    return date.offsetMinutes == 0
      ? CaptureDate(moment: date.wallClockMilliseconds, source: .pngText) : date
  }

  private static func take(_ keyword: Keyword, _ text: Bytes, _ draft: inout MediaFactsBuilder) {
    switch keyword {
    case .software: draft.facts.pngSoftware = ShortText(text.buffer)
    case .source:
      if draft.facts.pngSoftware.isEmpty { draft.facts.pngSoftware = ShortText(text.buffer) }
    case .creationTime:
      draft.offer(DateText.any(text, source: .pngText), rank: .pngCreationTime)
    case .fileDate: draft.offer(fileDate(text), rank: .pngFileDate)
    case .xmp, .exifDigits, .xmpDigits, .segmentDigits: break
    }
  }
}
