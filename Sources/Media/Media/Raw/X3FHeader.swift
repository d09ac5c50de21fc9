/// A reader of Sigma's raw files: a header and listed sections (X3F specification, 2005).
enum X3FHeader {
  private static let sectionLimit = 64
  private static let propertyLimit = 256
  private static let textLimit = 32 << 10

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 52) else { return draft.note(.truncated) }
    // Version 4 added fields before the size.
    let place = head.little32(4) >> 16 >= 4 ? 40 : 28
    let size = (width: head.little32(place), height: head.little32(place + 4))
    let turn = Orientation(degreesClockwise: head.little32(place + 8))
    try readDirectory(&window, into: &draft)
    // The header takes precedence over the preview.
    draft.setSize(width: size.width, height: size.height)
    draft.orientation = turn
    draft.facts.colorModel = .rgb
  }

  private static func readDirectory(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let last = try window.bytes(at: window.size - 4, count: 4) else { return }
    let start = Int64(last.little32(0))
    guard let head = try window.bytes(at: start, count: 12), head.has("SECd", at: 0) else {
      return draft.note(.truncated)
    }
    let count = min(Int64(head.little32(8)), Int64(sectionLimit))
    var properties: ByteRange?
    for index in 0..<count {
      guard let entry = try window.bytes(at: start + 12 + index * 12, count: 12) else { return }
      let range = ByteRange(offset: Int64(entry.little32(0)), count: Int64(entry.little32(4)))
      guard window.contains(offset: range.offset, count: range.count) else {
        draft.note(.truncated)
        continue
      }
      if entry.has("PROP", at: 8) {
        properties = range
      } else if entry.has("IMA2", at: 8) || entry.has("IMAG", at: 8) {
        try readPreview(range, &window, into: &draft)
      }
    }
    if let properties { try readProperties(properties, &window, into: &draft) }
  }

  /// Reads a JPEG after 28 bytes; that of newer cameras has EXIF.
  private static func readPreview(
    _ range: ByteRange, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard range.count > 32, let head = try window.value(at: range.offset, count: 30),
      head.has("SECi", at: 0), head.little32(12) == 18, head.big16(28) == 0xFFD8
    else { return }
    let jpeg = ByteRange(offset: range.offset + 28, count: range.count - 28)
    draft.offer(
      EmbeddedPreview(
        range: jpeg, pixelWidth: Int32(clamping: head.little32(16)),
        pixelHeight: Int32(clamping: head.little32(20))))
    guard draft.facts.exifBlock == nil else { return }
    try JPEGHeader.read(at: jpeg.offset, &window, into: &draft)
  }

  /// Reads pairs of UTF-16 texts, each given by its offset.
  private static func readProperties(
    _ range: ByteRange, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    let limit = Int(min(range.count, Int64(textLimit)))
    guard let section = try window.bytes(at: range.offset, upTo: limit),
      section.has("SECp", at: 0), section.little32(12) == 0
    else { return }
    let count = min(Int(section.little32(8)), propertyLimit)
    let texts = section.slice(from: 24 + count * 8)
    for index in 0..<count {
      let name = text(in: texts, at: section.little32(24 + index * 8))
      let value = text(in: texts, at: section.little32(28 + index * 8))
      if name.equals("CAMMANUF") {
        if draft.facts.make.isEmpty { draft.facts.make = value }
      } else if name.equals("CAMMODEL") {
        if draft.facts.model.isEmpty { draft.facts.model = value }
      } else if name.equals("TIME"), let seconds = Int64(value.string), seconds > 0,
        seconds < 1 << 32
      {
        let date = CaptureDate(
          wallClockMilliseconds: seconds * 1000, offsetMinutes: nil, source: .exif)
        draft.offer(date, rank: .exifOriginal)
      }
    }
  }

  private static func text(in texts: Bytes, at place: UInt32) -> ShortText {
    let start = Int(min(place, UInt32(textLimit))) * 2
    let units = (0..<ShortText.capacity).lazy.map { texts.little16(start + $0 * 2) }
    return ShortText(utf16: units)
  }
}
