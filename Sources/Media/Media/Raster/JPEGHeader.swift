/// A reader of a JPEG stream's marker segments up to the frame header (ITU-T T.81, annex B).
enum JPEGHeader {
  private static let segmentLimit = 1024

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) { try read(at: 0, &window, into: &draft) }

  /// Reads the stream that begins at `start` in the file.
  static func read(
    at start: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var offset = start + 2
    var resources: ByteRange?
    for _ in 0..<segmentLimit {
      guard let marker = try nextMarker(from: &offset, &window, &draft) else { return }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      if marker == 0xD9 || marker == 0xDA { return }
      guard let head = try window.bytes(at: offset, count: 4) else {
        draft.note(.truncated)
        return
      }
      let length = Int64(head.big16(2))
      guard length >= 2 else {
        draft.note(.malformed)
        return
      }
      if isFrame(marker) {
        try readFrame(at: offset, &window, into: &draft)
        if let resources, !draft.hasOriginalDate {
          try IPTCDates.readResources(resources, &window, into: &draft)
        }
        return
      }
      if marker == 0xE1 {
        try readApplication(at: offset + 4, count: length - 2, &window, into: &draft)
      } else if marker == 0xE2 {
        try readColors(at: offset + 4, count: length - 2, &window, into: &draft)
      } else if marker == 0xED, resources == nil {
        resources = try photoshopResources(at: offset + 4, count: length - 2, &window)
      }
      offset += 2 + length
    }
    draft.note(.tooLarge)
  }

  /// Returns true for SOF0…SOF15, except DHT, JPG and DAC in the same range.
  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// Returns the marker at or after `offset`, which is set to its 0xFF; skips fill bytes and
  /// garbage. Returns nil, with a problem noted, if none exists.
  static func nextMarker(
    from offset: inout Int64, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> UInt8? {
    while let head = try window.bytes(at: offset, count: 2) {
      if head.byte(0) == 0xFF, head.byte(1) != 0xFF, head.byte(1) != 0 { return head.byte(1) }
      if head.byte(0) == 0xFF, head.byte(1) == 0xFF {
        offset += 1
        continue
      }
      draft.note(.malformed)
      guard let stretch = try window.bytes(at: offset + 1, upTo: HeaderWindow.firstRead) else {
        return nil
      }
      offset += 1 + Int64(stretch.firstIndex(of: 0xFF, from: 0) ?? stretch.count)
    }
    draft.note(window.isExhausted ? .tooLarge : .truncated)
    return nil
  }

  private static func readFrame(
    at offset: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let frame = try window.bytes(at: offset, count: 10) else {
      draft.note(.truncated)
      return
    }
    draft.setSize(width: frame.big16(7), height: frame.big16(5))
    draft.setDepth(frame.byte(4))
    draft.setAlpha(false)
    switch frame.byte(9) {
    case 1: draft.facts.colorModel = .gray
    case 3: draft.facts.colorModel = .rgb
    case 4: draft.facts.colorModel = .cmyk
    default: break
    }
  }

  /// Reads APP2, which contains the colour profile and data about further pictures.
  private static func readColors(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard count >= 14, let head = try window.bytes(at: offset, upTo: Int(min(count, 28))) else {
      return
    }
    if head.has("ICC_PROFILE\0\u{1}", at: 0) {
      try ICCProfile.readName(at: offset + 14, count: count - 14, &window, into: &draft)
    } else if head.has("MPF\0", at: 0) {
      draft.noteMorePictures()
      guard draft.facts.format == .jpeg else { return }
      try MPFIndex.read(at: offset + 4, count: count - 4, &window, into: &draft)
    } else if head.has("urn:iso:std:iso:ts:21496:-1\0", at: 0) {
      draft.facts.traits.insert(.gainMap)
    }
  }

  private static func photoshopResources(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> ByteRange? {
    let introduction: StaticString = "Photoshop 3.0\0"
    let length = introduction.utf8CodeUnitCount
    guard count > Int64(length), let head = try window.bytes(at: offset, count: length),
      head.has(introduction, at: 0)
    else { return nil }
    return ByteRange(offset: offset + Int64(length), count: count - Int64(length))
  }

  private static func readApplication(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard count > 6, let head = try window.bytes(at: offset, count: 6) else { return }
    if head.has("Exif\0", at: 0) {
      try MetadataBlock.readExif(at: offset + 6, count: count - 6, &window, into: &draft)
    } else if head.has("http:", at: 0) {
      let introduction: StaticString = "http://ns.adobe.com/xap/1.0/\0"
      let length = Int64(introduction.utf8CodeUnitCount)
      guard count > length, let head = try window.bytes(at: offset, count: Int(length)),
        head.has(introduction, at: 0)
      else { return }
      try MetadataBlock.readXMP(
        at: offset + length, count: count - length, &window, into: &draft)
    }
  }
}
