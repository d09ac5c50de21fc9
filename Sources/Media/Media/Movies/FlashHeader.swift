/// A reader of a Flash video's `onMetaData`, and the time of its last tag. Source: Adobe Flash
/// Video File Format Specification 10.1, annex E.
struct FlashHeader {
  /// The number of tags that are searched for the metadata and the first picture.
  private static let tagLimit = 64

  private var hasMetadata = false
  private var hasPicture = false
  private var showsPictures = false

  private init() {}

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var header = FlashHeader()
    guard let head = try window.bytes(at: 0, count: 9) else {
      draft.note(.truncated)
      return
    }
    let flags = head.byte(4)
    try header.walk(from: Int64(head.big32(5)) + 4, &window, &draft)
    // Some programs do not set the flags for the content.
    let claimsPictures = flags & 1 == 1 || flags & 4 == 0
    guard claimsPictures || header.showsPictures || draft.hasSize else {
      draft.refuse()
      return
    }
    if draft.facts.durationMilliseconds == nil, let last = try lastTime(&window) {
      draft.setDuration(ticks: last, perSecond: 1000)
    }
  }

  private mutating func walk(
    from start: Int64, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var offset = start
    for _ in 0..<Self.tagLimit {
      guard !(hasMetadata && (hasPicture || draft.hasSize)) else { return }
      guard let tag = try window.bytes(at: offset, count: 11) else {
        if offset < window.size { draft.note(window.isExhausted ? .tooLarge : .truncated) }
        return
      }
      let type = tag.byte(0) & 0x1F
      let payload = offset + 11
      let end = payload + Int64(tag.big24(1))
      switch type {
      case 9 where !hasPicture:
        showsPictures = true
        hasPicture = true
        try readPicture(at: payload, end: min(end, window.size), &window, &draft)
      case 18 where !hasMetadata:
        hasMetadata = true
        try readScript(AMFReader(from: payload, to: min(end, window.size)), &window, &draft)
      case 8, 9, 18: break
      default: return
      }
      if end > window.size { draft.note(.truncated) }
      offset = end + 4
    }
  }

  private func readScript(
    _ reader: AMFReader, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var reader = reader
    guard case .text(let place, 10)? = try reader.value(&window),
      let name = try window.bytes(at: place, count: 10), name.has("onMetaData", at: 0),
      case .properties? = try reader.value(&window)
    else { return }
    var size = (width: 0.0, height: 0.0)
    while let (place, count) = try reader.name(&window) {
      var key: Key?
      if count <= 16, let name = try window.bytes(at: place, count: count) {
        key = Key(named: name)
      }
      guard let value = try reader.value(&window) else { break }
      switch (key, value) {
      case (.duration?, .number(let seconds)): draft.setDuration(seconds: seconds)
      case (.width?, .number(let number)): size.width = number
      case (.height?, .number(let number)): size.height = number
      case (.frameRate?, .number(let rate)): draft.setFrameRate(rate)
      case (.creationDate?, .text(let place, let count)):
        guard let text = try window.bytes(at: place, upTo: min(count, MovieDateText.limit)) else {
          continue
        }
        draft.offer(MovieDateText.date(text), rank: .movieMetadata)
      case (.creationDate?, .date(let milliseconds)):
        draft.offer(Self.date(milliseconds), rank: .movieMetadata)
      case (.encoder?, .text(let place, let count)):
        guard count > 0, let text = try window.bytes(at: place, upTo: min(count, 128)) else {
          continue
        }
        draft.facts.software = ShortText(text.buffer)
      case (_, .properties):
        guard try reader.skipProperties(&window) else { return setSize(size, &draft) }
      default: break
      }
    }
    setSize(size, &draft)
  }

  private func setSize(_ size: (width: Double, height: Double), _ draft: inout MediaFactsBuilder) {
    let sides = 1.0..<Double(1 << 20)
    guard sides.contains(size.width), sides.contains(size.height) else { return }
    draft.setSize(width: Int(size.width), height: Int(size.height))
  }

  private static func date(_ milliseconds: Double) -> CaptureDate? {
    guard milliseconds > 0, milliseconds < 253_402_300_800_000 else { return nil }
    return CaptureDate(moment: Int64(milliseconds), source: .movie)
  }

  private enum Key {
    case duration, width, height, frameRate, creationDate, encoder

    init?(named name: Bytes) {
      switch name.count {
      case 8 where name.has("duration", at: 0): self = .duration
      case 5 where name.has("width", at: 0): self = .width
      case 6 where name.has("height", at: 0): self = .height
      case 9 where name.has("framerate", at: 0): self = .frameRate
      case 12 where name.has("creationdate", at: 0): self = .creationDate
      case 7 where name.has("encoder", at: 0): self = .encoder
      default: return nil
      }
    }
  }

  /// Reads the size from the first picture if the metadata lacks it; only for H.264.
  private func readPicture(
    at payload: Int64, end: Int64, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let bytes = try window.bytes(at: payload, upTo: Int(min(max(0, end - payload), 1024))),
      bytes.byte(0) & 0x0F == 7, bytes.byte(1) == 0
    else { return }
    // The decoder's configuration: six bytes, then one or more sequence parameter sets.
    let length = Int(bytes.big16(11))
    guard bytes.byte(10) & 0x1F > 0, length > 4 else { return }
    H264Sequence(bytes.slice(from: 13, limit: length))?.apply(to: &draft)
  }

  /// Returns the time of the last tag, in milliseconds; nil if the file ends within a tag.
  private static func lastTime(_ window: inout HeaderWindow) throws(MediaError) -> UInt64? {
    guard let place = try FlashEnd.lastTag(&window),
      let tag = try window.bytes(at: place, count: 8)
    else { return nil }
    return UInt64(tag.big24(4)) | UInt64(tag.byte(7)) << 24
  }
}

/// The end of a Flash video: its last tag, which shows whether the file is complete.
enum FlashEnd {
  static func judge(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    try lastTag(&window) == nil ? .incomplete : .complete
  }

  /// Returns the position of the last tag; nil if the file ends within a tag.
  static func lastTag(_ window: inout HeaderWindow) throws(MediaError) -> Int64? {
    guard window.size > 28, let tail = try window.bytes(at: window.size - 4, count: 4) else {
      return nil
    }
    let length = Int64(tail.big32(0))
    let place = window.size - 4 - length
    guard length > 11, place >= 13, let tag = try window.bytes(at: place, count: 4),
      Int64(tag.big24(1)) == length - 11
    else { return nil }
    return place
  }
}
