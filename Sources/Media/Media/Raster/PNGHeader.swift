/// A reader of a PNG's chunks up to the first picture data, and those after the last (PNG
/// specification, third edition). There are many data chunks between the two, each of which must be
/// read to find the next. The chunks after the pixels are therefore found by hopping if there are
/// few data chunks, else by searching the end of the file.
enum PNGHeader {
  private static let chunkLimit = 1024
  /// The maximum size of an unpacked colour profile in bytes; its name is near its start.
  private static let profileLimit = 8 << 10
  /// The maximum number of data chunks to hop over, at the cost of a read each.
  private static let hopLimit: Int64 = 16
  private static let tailSize: Int64 = 4 << 10
  /// The bytes to search if the tail contains metadata, which may begin before the tail.
  private static let longTailSize = Int64(HeaderWindow.capacity)
  private static let tailRead = 512

  private static let ihdr: UInt32 = 0x4948_4452
  private static let idat: UInt32 = 0x4944_4154
  private static let iend: UInt32 = 0x4945_4E44
  private static let exif: UInt32 = 0x6558_4966
  private static let text: UInt32 = 0x7445_5874
  private static let internationalText: UInt32 = 0x6954_5874
  private static let compressedText: UInt32 = 0x7A54_5874
  private static let transparency: UInt32 = 0x7452_4E53
  private static let colorProfile: UInt32 = 0x6943_4350
  private static let standardColors: UInt32 = 0x7352_4742
  private static let time: UInt32 = 0x7449_4D45
  private static let animationControl: UInt32 = 0x6163_544C

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 8, count: 18) else {
      draft.note(.truncated)
      return
    }
    // Xcode's crushed PNGs have CgBI first, which other readers reject too.
    guard head.big32(4) == ihdr else {
      draft.note(.malformed)
      return
    }
    draft.setSize(width: head.big32(8), height: head.big32(12))
    draft.facts.colorModel = head.byte(17) & 2 == 0 ? .gray : .rgb
    // The entries of a palette have 8 bits, however few bits the pixels have.
    draft.setDepth(head.byte(17) == 3 ? 8 : head.byte(16))
    draft.setAlpha(head.byte(17) & 4 != 0)
    var offset = 20 + Int64(head.big32(0))
    for _ in 0..<chunkLimit {
      guard let head = try window.bytes(at: offset, count: 8) else {
        draft.note(window.isExhausted ? .tooLarge : .truncated)
        return
      }
      let (length, type) = (Int64(head.big32(0)), head.big32(4))
      if type == iend { return }
      if type == idat {
        try readTail(after: offset, dataCount: length, &window, into: &draft)
        return
      }
      guard isName(type) else {
        draft.note(.malformed)
        return
      }
      try readChunk(type, at: offset + 8, count: length, &window, into: &draft)
      offset += 12 + length
    }
    draft.note(.tooLarge)
  }

  /// Reads the chunks after the pixels, unless EXIF precedes the pixels.
  private static func readTail(
    after data: Int64, dataCount: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard draft.facts.exifBlock == nil else { return }
    let next = data + 12 + dataCount
    guard next < window.size else { return }
    let hops = (window.size - next) / max(1, 12 + dataCount)
    guard hops > hopLimit else {
      try readChunks(from: next, count: Int(hopLimit) * 4, &window, into: &draft)
      return
    }
    for size in [tailSize, longTailSize] {
      let start = max(next, window.size - size)
      guard let tail = try window.bytes(at: start, upTo: Int(size)),
        let first = firstChunk(in: tail)
      else { return }
      guard size == longTailSize else { continue }
      try readChunks(from: start + Int64(first), count: chunkLimit, &window, into: &draft)
    }
  }

  /// Returns the start of the chunks that lead, one after the other, to the end of the file; nil if
  /// there are none. Coded pixels may contain any bytes, but hardly a name with a length that leads
  /// to IEND.
  private static func firstChunk(in tail: Bytes) -> Int? {
    for place in 0..<max(0, tail.count - 20) where isLetter(tail.byte(place + 4)) {
      guard [exif, text, compressedText, internationalText, time].contains(tail.big32(place + 4))
      else { continue }
      var end = place
      while end <= tail.count - 12, tail.big32(end + 4) != iend {
        end += 12 + Int(tail.big32(end))
      }
      if end <= tail.count - 12, tail.big32(end) == 0 { return place }
    }
    return nil
  }

  /// Returns true if a chunk's name consists of four letters.
  private static func isName(_ type: UInt32) -> Bool {
    (0..<4).allSatisfy { (0x61...0x7A).contains(type >> ($0 * 8) & 0xFF | 0x20) }
  }

  /// Returns true for `e`, `t`, `z` or `i`, the first letters of the names to search for.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "z"), UInt8(ascii: "i"): true
    default: false
    }
  }

  /// Reads all chunks up to the end; a truncated chunk there is no problem of the header.
  private static func readChunks(
    from start: Int64, count: Int, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var offset = start
    for _ in 0..<count {
      guard let head = try window.bytes(at: offset, count: 8, ahead: tailRead) else { return }
      let (length, type) = (Int64(head.big32(0)), head.big32(4))
      if type == iend { return }
      if type != idat { try readChunk(type, at: offset + 8, count: length, &window, into: &draft) }
      offset += 12 + length
    }
  }

  private static func readChunk(
    _ type: UInt32, at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
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
    case transparency: draft.setAlpha(true)
    case standardColors:
      if draft.facts.profileName.isEmpty { draft.facts.profileName = "sRGB IEC61966-2.1" }
    case colorProfile:
      try readColorProfile(at: offset, count: count, &window, into: &draft)
    case text:
      try PNGText.readPlain(at: offset, count: count, &window, into: &draft)
    case compressedText:
      try PNGText.readCompressed(at: offset, count: count, &window, into: &draft)
    case internationalText:
      try PNGText.readInternational(at: offset, count: count, &window, into: &draft)
    default: break
    }
  }

  /// Reads iCCP: an uninformative name, 0, the compression method, the profile.
  private static func readColorProfile(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard draft.facts.profileName.isEmpty,
      let chunk = try window.bytes(at: offset, upTo: Int(min(count, Int64(profileLimit)))),
      let end = chunk.slice(from: 0, limit: 80).firstIndex(of: 0, from: 0)
    else { return }
    let name = ShortText(chunk.slice(from: 0, limit: end).buffer)
    let packed = chunk.slice(from: end + 2)
    var profile = HeaderWindow(limit: profileLimit) { Inflate.unpack(packed.buffer, into: $0) }
    try ICCProfile.readName(at: 0, count: .max, &profile, into: &draft)
    if draft.facts.profileName.isEmpty { draft.facts.profileName = name }
  }

  /// Reads tIME, which is in UTC; nil for an impossible date.
  private static func changeDate(_ moment: Bytes) -> CaptureDate? {
    let milliseconds = CivilTime.milliseconds(
      year: Int(moment.big16(0)), month: Int(moment.byte(2)), day: Int(moment.byte(3)),
      hour: Int(moment.byte(4)), minute: Int(moment.byte(5)), second: Int(moment.byte(6)))
    return milliseconds.map { CaptureDate(moment: $0, source: .pngText) }
  }
}
