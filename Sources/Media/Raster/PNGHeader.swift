/// Reads a PNG's chunks up to the first picture data, and those behind the last (PNG specification,
/// third edition).
///
/// Between the two lie many data chunks, each of which would have to be looked at to find the next.
/// So chunks behind the pixels are found by hops when there are few, else from the end of the file.
enum PNGHeader {
  private static let chunkLimit = 1024
  /// How much of a colour profile is unpacked; its name stands near its start.
  private static let profileLimit = 8 << 10
  /// How many data chunks are worth a read each.
  private static let hopLimit: Int64 = 16
  private static let tailSize: Int64 = 4 << 10
  /// What is looked at where the tail holds metadata, which may go on in front of it.
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
    // The entries of a palette have 8 bits, however few the pixels take.
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

  /// Reads what stands behind the pixels, unless EXIF stood in front of them.
  private static func readTail(
    after data: Int64, dataCount: Int64, _ window: inout HeaderWindow, into draft: inout FactsDraft
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

  /// Where the chunks begin that lead, one after the other, to the end of the file.
  ///
  /// Coded pixels hold any bytes, but hardly a name with a length that leads on to IEND.
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

  /// Whether a chunk may be called so: by four letters.
  private static func isName(_ type: UInt32) -> Bool {
    (0..<4).allSatisfy { (0x61...0x7A).contains(type >> ($0 * 8) & 0xFF | 0x20) }
  }

  /// `e`, `t`, `z` or `i`, with which the names of the wanted chunks begin.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "z"), UInt8(ascii: "i"): true
    default: false
    }
  }

  /// Reads what chunks there are up to the end; what is cut off there is no problem of the header.
  private static func readChunks(
    from start: Int64, count: Int, _ window: inout HeaderWindow, into draft: inout FactsDraft
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

  /// iCCP: a name that says little, 0, compression method, the profile.
  private static func readColorProfile(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow, into draft: inout FactsDraft
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

  /// tIME keeps UTC.
  private static func changeDate(_ moment: Bytes) -> CaptureDate? {
    let milliseconds = CivilTime.milliseconds(
      year: Int(moment.big16(0)), month: Int(moment.byte(2)), day: Int(moment.byte(3)),
      hour: Int(moment.byte(4)), minute: Int(moment.byte(5)), second: Int(moment.byte(6)))
    return milliseconds.map {
      CaptureDate(wallClockMilliseconds: $0, offsetMinutes: 0, source: .pngText)
    }
  }
}
