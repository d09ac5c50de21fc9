/// A reader of an AVI's header, its information list, and the EXIF or XMP that cameras and editors
/// add. Sources: Microsoft's AVI RIFF File Reference; OpenDML AVI File Format Extensions 1.02; Exif
/// 2.32, annex C, for the list `exif`.
struct AVIHeader {
  private static let chunkLimit = 512

  private var rate = (frames: UInt64(0), ticks: UInt64(0))
  private var streamFrames: UInt64 = 0
  private var totalFrames: UInt64 = 0
  private var streamCount = 0
  private var pictureStreams = 0
  private var area: UInt64 = 0

  private init() {}

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var header = AVIHeader()
    if let head = try window.bytes(at: 4, count: 4), Int64(head.little32(0)) > window.size {
      draft.note(.truncated)
    }
    try header.walk(
      RIFFChunk(type: 0, list: 0, payload: 12, end: window.size), depth: 0, &window, &draft)
    header.finish(&draft)
  }

  private mutating func walk(
    _ container: RIFFChunk, depth: Int, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var chunks = RIFFList(in: container)
    for _ in 0..<Self.chunkLimit {
      guard let chunk = try chunks.next(&window) else { return }
      switch chunk.list {
      case Name.header, Name.openDML, Name.information, Name.exif, Name.nikon:
        if depth < 3 { try walk(chunk, depth: depth + 1, &window, &draft) }
      case Name.stream: try readStream(chunk, &window, &draft)
      case 0: try take(chunk, &window, &draft)
      // `movi` is skipped, and so are further RIFF chunks of an OpenDML file.
      default: break
      }
    }
  }

  private mutating func take(
    _ chunk: RIFFChunk, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch chunk.type {
    case Name.mainHeader:
      guard let head = try window.bytes(at: chunk.payload, upTo: 56) else { return }
      if rate.frames == 0, head.little32(0) > 0 {
        rate = (1_000_000, UInt64(head.little32(0)))
      }
      totalFrames = max(totalFrames, UInt64(head.little32(16)))
      if !draft.hasSize { draft.setSize(width: head.little32(32), height: head.little32(36)) }
    case Name.extendedHeader:
      guard let head = try window.bytes(at: chunk.payload, upTo: 4) else { return }
      totalFrames = max(totalFrames, UInt64(head.little32(0)))
    case Name.xmp:
      try MetadataBlock.readXMP(at: chunk.payload, count: chunk.count, &window, into: &draft)
    case Name.nikonTags: try readNikon(chunk, &window, &draft)
    default: try takeText(chunk, &window, &draft)
    }
  }

  private func takeText(
    _ chunk: RIFFChunk, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    switch chunk.type {
    case Name.dateDigitized, Name.dateCreated, Name.software, Name.maker, Name.model: break
    default: return
    }
    guard let text = try window.bytes(at: chunk.payload, upTo: Int(min(chunk.count, 256))) else {
      return
    }
    switch chunk.type {
    case Name.dateDigitized: draft.offer(MovieDateText.date(text), rank: .movieMetadata)
    case Name.dateCreated: draft.offer(MovieDateText.date(text), rank: .movieHeader)
    case Name.software: draft.facts.software = ShortText(text.buffer)
    case Name.maker: draft.facts.make = ShortText(text.buffer)
    default: draft.facts.model = ShortText(text.buffer)
    }
  }

  private mutating func readStream(
    _ list: RIFFChunk, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    streamCount += 1
    var showsPictures = false
    var chunks = RIFFList(in: list)
    for _ in 0..<Self.chunkLimit {
      guard let chunk = try chunks.next(&window) else { return }
      switch chunk.type {
      case Name.streamHeader:
        guard let head = try window.bytes(at: chunk.payload, upTo: 48), chunk.count >= 36 else {
          continue
        }
        // Digital video that is interleaved with sound in one stream has no picture format.
        showsPictures = head.has("vids", at: 0) || head.has("iavs", at: 0)
        guard showsPictures else { continue }
        pictureStreams += 1
        if pictureStreams == 1, head.little32(20) > 0, head.little32(24) > 0 {
          rate = (UInt64(head.little32(24)), UInt64(head.little32(20)))
          streamFrames = UInt64(head.little32(32))
        }
      case Name.streamFormat where showsPictures && chunk.count >= 40:
        guard let format = try window.bytes(at: chunk.payload, upTo: 40) else { continue }
        let width = Int32(bitPattern: format.little32(4)).magnitude
        let height = Int32(bitPattern: format.little32(8)).magnitude
        guard UInt64(width) * UInt64(height) > area else { continue }
        area = UInt64(width) * UInt64(height)
        draft.setSize(width: width, height: height)
      // Olympus and Casio store their EXIF in the data of a stream.
      case Name.streamData where chunk.count > 16:
        guard let mark = try window.bytes(at: chunk.payload, count: 4), mark.has("AVIF", at: 0)
        else { continue }
        try MetadataBlock.readExif(
          at: chunk.payload + 8, count: chunk.count - 8, &window, into: &draft)
      default: break
      }
    }
  }

  /// Reads the tags of Nikon's cameras: a number, a length, a value.
  private func readNikon(
    _ chunk: RIFFChunk, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var offset = chunk.payload
    for _ in 0..<Self.chunkLimit {
      guard offset <= chunk.end - 4, let head = try window.bytes(at: offset, count: 4) else {
        return
      }
      let (tag, length) = (head.little16(0), Int64(head.little16(2)))
      let value = offset + 4
      offset = value + length
      guard offset <= chunk.end, [3, 4, 5, 0x13].contains(tag),
        let text = try window.bytes(at: value, upTo: Int(length))
      else { continue }
      switch tag {
      case 3: draft.facts.make = ShortText(text.buffer)
      case 4: draft.facts.model = ShortText(text.buffer)
      case 5: draft.facts.software = ShortText(text.buffer)
      default: draft.offer(MovieDateText.date(text), rank: .movieMetadata)
      }
    }
  }

  private func finish(_ draft: inout MediaFactsBuilder) {
    guard streamCount == 0 || pictureStreams > 0 else {
      draft.refuse()
      return
    }
    let frames = max(totalFrames, streamFrames)
    guard rate.frames > 0, rate.ticks > 0 else { return }
    draft.setFrameRate(Double(rate.frames) / Double(rate.ticks))
    draft.setDuration(
      ticks: frames.multipliedReportingOverflow(by: rate.ticks).partialValue,
      perSecond: rate.frames)
  }

  private enum Name {
    static let header: UInt32 = 0x6864_726C
    static let openDML: UInt32 = 0x6F64_6D6C
    static let information: UInt32 = 0x494E_464F
    static let exif: UInt32 = 0x6578_6966
    static let nikon: UInt32 = 0x6E63_6474
    static let stream: UInt32 = 0x7374_726C

    static let mainHeader: UInt32 = 0x6176_6968
    static let extendedHeader: UInt32 = 0x646D_6C68
    static let streamHeader: UInt32 = 0x7374_7268
    static let streamFormat: UInt32 = 0x7374_7266
    static let streamData: UInt32 = 0x7374_7264
    static let nikonTags: UInt32 = 0x6E63_7467
    static let xmp: UInt32 = 0x5F50_4D58
    static let dateDigitized: UInt32 = 0x4944_4954
    static let dateCreated: UInt32 = 0x4943_5244
    static let software: UInt32 = 0x4953_4654
    static let maker: UInt32 = 0x6563_6F72
    static let model: UInt32 = 0x656D_646C
  }
}
