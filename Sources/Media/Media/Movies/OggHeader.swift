/// A reader of an Ogg file's first pages, and its last one for the duration; rejects sound alone.
enum OggHeader {
  private static let streamLimit = 32
  private static let pageLimit = 64
  private static let textLimit = 128
  private static let commentLimit = 256

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var pictures: OggVideoStream?
    var offset: Int64 = 0
    for _ in 0..<streamLimit {
      guard let page = try OggPage(at: offset, &window), page.isFirst else { break }
      offset = page.end
      guard pictures == nil, page.end > page.payload,
        let packet = try window.bytes(
          at: page.payload, upTo: Int(min(page.end - page.payload, 64)))
      else { continue }
      pictures = OggVideoStream(packet, stream: page.stream)
    }
    guard let pictures else {
      draft.refuse()
      return
    }
    draft.setSize(width: pictures.width, height: pictures.height)
    if pictures.rate.seconds > 0 {
      draft.setFrameRate(Double(pictures.rate.frames) / Double(pictures.rate.seconds))
    }
    try readComments(from: offset, of: pictures, &window, &draft)
    guard let position = try OggEnd.position(of: pictures.stream, &window) else { return }
    let (ticks, isHuge) = pictures.frames(at: position)
      .multipliedReportingOverflow(by: pictures.rate.seconds)
    if !isHuge { draft.setDuration(ticks: ticks, perSecond: pictures.rate.frames) }
  }

  /// Reads the second packet of a stream: the program, then texts of the form `NAME=value`.
  private static func readComments(
    from start: Int64, of pictures: OggVideoStream, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var offset = start
    for _ in 0..<pageLimit {
      guard let page = try OggPage(at: offset, &window) else { return }
      offset = page.end
      guard page.stream == pictures.stream else { continue }
      guard let head = try window.bytes(at: page.payload, upTo: 8) else { return }
      let introduction: Int64
      if head.byte(0) == 0x81, head.has("theora", at: 1) {
        introduction = 7
      } else if head.has("OVP80\u{02} ", at: 0) {
        introduction = 7
      } else {
        introduction = head.has("\u{03}vorbis", at: 0) ? 7 : 0
      }
      guard introduction > 0 else { return }
      try readTexts(from: page.payload + introduction, to: page.end, &window, &draft)
      return
    }
  }

  private static func readTexts(
    from start: Int64, to end: Int64, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let vendor = try window.bytes(at: start, count: 4) else { return }
    var offset = start + 4 + Int64(vendor.little32(0))
    guard offset <= end - 4, let number = try window.bytes(at: offset, count: 4) else { return }
    offset += 4
    for _ in 0..<min(number.little32(0), UInt32(commentLimit)) {
      guard offset <= end - 4, let head = try window.bytes(at: offset, count: 4) else { return }
      let length = Int64(head.little32(0))
      offset += 4
      guard length <= end - offset else { return }
      if length > 0, let text = try window.bytes(at: offset, upTo: Int(min(length, 160))) {
        take(text, &draft)
      }
      offset += length
    }
  }

  private static func take(_ text: Bytes, _ draft: inout MediaFactsBuilder) {
    guard let sign = text.firstIndex(of: UInt8(ascii: "="), from: 0) else { return }
    let name = NameBytes(text.slice(from: 0, limit: sign).buffer)
    let value = text.slice(from: sign + 1, limit: textLimit)
    func `is`(_ word: StaticString) -> Bool {
      name.count == word.utf8CodeUnitCount && name.has(word, at: 0)
    }
    if `is`("date") || `is`("creation_time") {
      draft.offer(MovieDateText.date(value), rank: .movieMetadata)
    } else if `is`("encoder") {
      draft.facts.software = ShortText(value.buffer)
    } else if `is`("make") {
      draft.facts.make = ShortText(value.buffer)
    } else if `is`("model") {
      draft.facts.model = ShortText(value.buffer)
    } else if `is`("location") {
      if draft.facts.location == nil { draft.facts.location = MediaLocation(iso6709: value) }
    }
  }
}

/// A page of an Ogg file (RFC 3533).
struct OggPage {
  private static let headSize = 27

  let isFirst: Bool
  let isLast: Bool
  /// The stream's position at the page's end, in the codec's units; nil if no packet ends in it.
  let position: UInt64?
  let stream: UInt32
  let payload: Int64
  let end: Int64

  /// Reads the page at a position in the file; nil without one.
  init?(at offset: Int64, _ window: inout HeaderWindow) throws(MediaError) {
    guard let head = try window.bytes(at: offset, count: Self.headSize),
      head.has("OggS\0", at: 0)
    else { return nil }
    isFirst = head.byte(5) & 2 != 0
    isLast = head.byte(5) & 4 != 0
    position = head.little64(6) == .max ? nil : head.little64(6)
    stream = head.little32(14)
    let segments = Int(head.byte(26))
    guard let table = try window.bytes(at: offset + Int64(Self.headSize), count: segments) else {
      return nil
    }
    var length: Int64 = 0
    for segment in 0..<segments { length += Int64(table.byte(segment)) }
    payload = offset + Int64(Self.headSize + segments)
    end = payload + length
  }
}

/// A search for the last position of a stream in an Ogg file.
enum OggEnd {
  /// The number of pieces of the file's end to search.
  private static let pieceLimit = 8
  /// The bytes that two pieces share, so that one of them has the whole head of a page.
  private static let overlap: Int64 = 32

  /// Returns the stream's last position, in the codec's units; nil if none is near the end.
  static func position(
    of stream: UInt32, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    var end = window.size
    for _ in 0..<pieceLimit {
      let start = max(0, end - Int64(HeaderWindow.capacity))
      guard start < end, let bytes = try window.bytes(at: start, upTo: Int(end - start)) else {
        return nil
      }
      var place = bytes.count - 27
      while place >= 0 {
        if bytes.byte(place) == UInt8(ascii: "O"), bytes.has("OggS\0", at: place),
          bytes.little32(place + 14) == stream, bytes.little64(place + 6) != .max
        {
          return bytes.little64(place + 6)
        }
        place -= 1
      }
      guard start > 0 else { return nil }
      end = start + overlap
    }
    return nil
  }
}
