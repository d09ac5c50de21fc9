/// A reader of the attributes of an OpenEXR picture's first part (OpenEXR File Layout).
enum OpenEXRHeader {
  private static let attributeLimit = 256
  private static let nameLimit = 256

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var offset: Int64 = 8
    var offsetSeconds: Float?
    var date: ByteRange?
    draft.facts.colorModel = .rgb
    for _ in 0..<attributeLimit {
      guard let head = try window.bytes(at: offset, upTo: 2 * nameLimit + 4),
        let nameEnd = head.firstIndex(of: 0, from: 0)
      else { return draft.note(.truncated) }
      if nameEnd == 0 { break }
      guard let typeEnd = head.firstIndex(of: 0, from: nameEnd + 1), typeEnd < head.count - 4
      else { return draft.note(.truncated) }
      let value = offset + Int64(typeEnd) + 5
      let count = Int64(head.little32(typeEnd + 1))
      if head.has("dataWindow\0box2i\0", at: 0) {
        try readWindow(at: value, &window, &draft)
      } else if head.has("capDate\0string\0", at: 0) {
        date = ByteRange(offset: value, count: count)
      } else if head.has("utcOffset\0float\0", at: 0) {
        let bytes = try window.value(at: value, count: 4)
        offsetSeconds = bytes.map { Float(bitPattern: $0.little32(0)) }
      } else if head.has("cameraMake\0string\0", at: 0) {
        draft.facts.make = try text(at: value, count, &window)
      } else if head.has("cameraModel\0string\0", at: 0) {
        draft.facts.model = try text(at: value, count, &window)
      } else if head.has("software\0string\0", at: 0) {
        draft.facts.software = try text(at: value, count, &window)
      }
      offset = value + count
    }
    if let date { try offerDate(date, offsetSeconds, &window, &draft) }
  }

  private static func readWindow(
    at offset: Int64, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let box = try window.value(at: offset, count: 16) else { return draft.note(.truncated) }
    let sides = (0..<4).map { Int64(Int32(bitPattern: box.little32($0 * 4))) }
    draft.setSize(width: sides[2] - sides[0] + 1, height: sides[3] - sides[1] + 1)
  }

  private static func text(
    at offset: Int64, _ count: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> ShortText {
    guard count > 0,
      let bytes = try window.value(at: offset, count: Int(min(count, Int64(ShortText.capacity))))
    else { return ShortText() }
    return ShortText(bytes.buffer)
  }

  /// Reads `2003:10:22 13:42:24` and the seconds to add to it for UTC.
  private static func offerDate(
    _ range: ByteRange, _ offset: Float?, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard range.count >= 19, let text = try window.value(at: range.offset, count: 19),
      let date = DateText.exif(text)
    else { return }
    let minutes = offset.flatMap { Int16(exactly: (-$0 / 60).rounded()) }
    draft.offer(
      CaptureDate(
        wallClockMilliseconds: date.milliseconds,
        offsetMinutes: minutes.flatMap { (-900...900).contains($0) ? $0 : nil }, source: .exif),
      rank: .exifOriginal)
  }
}
