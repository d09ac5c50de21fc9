/// A reader of the header of ASF files (Advanced Systems Format Specification, 01.20.03).
struct ASFHeader {
  /// The milliseconds from 1601, Windows' epoch, to 1970.
  private static let epochMilliseconds: Int64 = 11_644_473_600_000
  private static let ticksPerSecond: UInt64 = 10_000_000
  private static let depthLimit = 4

  private var streamCount = 0
  private var pictureStreams = 0
  private var pictureStream: UInt16 = 0
  private var frameTimes = (stream: UInt16(0), ticks: UInt64(0))

  private init() {}

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var header = ASFHeader()
    var objects = ASFList(from: 0, to: window.size)
    guard let top = try objects.next(&window, &draft), top.high == ASFObject.Name.header else {
      return
    }
    try header.walk(from: top.payload + 6, to: top.end, depth: 0, &window, &draft)
    if header.streamCount > 0, header.pictureStreams == 0 { draft.refuse() }
  }

  private mutating func walk(
    from start: Int64, to end: Int64, depth: Int, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard depth < Self.depthLimit else {
      draft.note(.loop)
      return
    }
    var objects = ASFList(from: start, to: end)
    while let object = try objects.next(&window, &draft) {
      switch object.high {
      case ASFObject.Name.fileProperties: try readFile(object, &window, &draft)
      case ASFObject.Name.streamProperties: try readStream(object, &window, &draft)
      case ASFObject.Name.headerExtension:
        try walk(from: object.payload + 22, to: object.end, depth: depth + 1, &window, &draft)
      case ASFObject.Name.extendedStream:
        try readTimes(object, depth: depth, &window, &draft)
      case ASFObject.Name.extendedContent, ASFObject.Name.metadata,
        ASFObject.Name.metadataLibrary:
        try ASFTags.read(object, &window, into: &draft)
      default: break
      }
    }
  }

  private func readFile(
    _ object: ASFObject, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard object.count >= 68, let bytes = try window.bytes(at: object.payload, count: 68) else {
      return
    }
    draft.offer(Self.date(ticks: bytes.little64(24)), rank: .movieHeader)
    // A broadcast has the times of its start, which are meaningless.
    guard bytes.byte(64) & 1 == 0 else { return }
    // The preroll, in which a player fills its buffer, is not part of the movie.
    let (preroll, isHuge) = bytes.little64(56).multipliedReportingOverflow(by: 10_000)
    let play = bytes.little64(40)
    guard !isHuge, play > preroll else { return }
    draft.setDuration(ticks: play - preroll, perSecond: Self.ticksPerSecond)
  }

  /// Returns the date of ticks of 100 ns since 1601; nil before 1970 and after 9999.
  static func date(ticks: UInt64) -> CaptureDate? {
    let milliseconds = Int64(ticks / 10_000) - epochMilliseconds
    // 1970 to 9999: a clock that was never set shows 1601.
    guard milliseconds > 0, milliseconds < 253_402_300_800_000 else { return nil }
    return CaptureDate(moment: milliseconds, source: .movie)
  }

  private mutating func readStream(
    _ object: ASFObject, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard object.count >= 54, let bytes = try window.bytes(at: object.payload, upTo: 62) else {
      return
    }
    streamCount += 1
    guard bytes.big64(0) == ASFObject.Name.video else { return }
    pictureStreams += 1
    draft.growSize(width: bytes.little32(54), height: bytes.little32(58))
    if pictureStreams == 1 { pictureStream = bytes.little16(48) & 0x7F }
    setFrameRate(&draft)
  }

  private mutating func readTimes(
    _ object: ASFObject, depth: Int, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard object.count >= 64, let bytes = try window.bytes(at: object.payload, count: 64) else {
      return
    }
    let (names, extensions) = (bytes.little16(60), bytes.little16(62))
    if bytes.little64(52) > 0, frameTimes.stream == 0 || bytes.little16(48) == pictureStream {
      frameTimes = (bytes.little16(48), bytes.little64(52))
    }
    setFrameRate(&draft)
    // The stream's own properties may be at the end, after its names.
    var offset = object.payload + 64
    for _ in 0..<min(names, 64) {
      guard let name = try window.bytes(at: offset, count: 4) else { return }
      offset += 4 + Int64(name.little16(2))
    }
    for _ in 0..<min(extensions, 64) {
      guard let item = try window.bytes(at: offset, count: 22) else { return }
      offset += 22 + Int64(item.little32(18))
    }
    try walk(from: offset, to: object.end, depth: depth + 1, &window, &draft)
  }

  private func setFrameRate(_ draft: inout MediaFactsBuilder) {
    guard pictureStreams > 0, frameTimes.ticks > 0, frameTimes.stream == pictureStream else {
      return
    }
    draft.setFrameRate(Double(Self.ticksPerSecond) / Double(frameTimes.ticks))
  }
}
