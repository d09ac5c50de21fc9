/// The earliest and the latest time in the packets of a stream, in ticks of 90 kHz.
struct PacketTimestamps {
  static let ticksPerSecond: UInt64 = 90_000
  /// The range of times, which have 33 bits and wrap around.
  private static let cycle: UInt64 = 1 << 33
  /// The maximum duration; times that are farther apart belong to concatenated streams.
  private static let longest: UInt64 = 1 << 32

  private(set) var first: UInt64?
  private(set) var last: UInt64?

  /// Records a time from the start of the file.
  mutating func open(_ time: UInt64) {
    guard let known = first else {
      first = time
      return
    }
    // Pictures are not stored in display order: the first one shown need not come first.
    if known > time, known - time < 10 * Self.ticksPerSecond { first = time }
  }

  /// Records a time from the end of the file.
  mutating func close(_ time: UInt64) {
    last = max(last ?? time, time)
  }

  /// Returns the ticks from the first picture to the end of the last; nil if they are not known.
  func duration(frameRate: Float?) -> UInt64? {
    guard let first, let last else { return nil }
    let ticks = (last &- first) & (Self.cycle - 1)
    guard ticks > 0, ticks < Self.longest else { return nil }
    let frame = frameRate.map { Double(Self.ticksPerSecond) / Double($0) } ?? 0
    return ticks + UInt64(min(frame, Double(Self.ticksPerSecond)))
  }
}

/// The header of a packet of an elementary stream (ISO/IEC 13818-1, 2.4.3.6; ISO/IEC 11172-1).
struct PESPacketHeader {
  let stream: UInt8
  /// The presentation time in ticks of 90 kHz, if the packet has it.
  let time: UInt64?
  /// The offset of the content from the start code.
  let payload: Int

  /// Parses a packet that begins with its start code; nil if it does not.
  init?(_ bytes: Bytes) {
    guard bytes.big24(0) == 1, bytes.byte(3) >= 0xBC else { return nil }
    stream = bytes.byte(3)
    if bytes.byte(6) >> 6 == 2 {
      payload = 9 + Int(bytes.byte(8))
      time = bytes.byte(7) & 0x80 != 0 ? Self.time(bytes, at: 9) : nil
      return
    }
    // MPEG-1: stuffing, the buffer size, then the times.
    var place = 6
    while bytes.byte(place) == 0xFF, place < 22 { place += 1 }
    if bytes.byte(place) >> 6 == 1 { place += 2 }
    switch bytes.byte(place) >> 4 {
    case 2:
      time = Self.time(bytes, at: place)
      payload = place + 5
    case 3:
      time = Self.time(bytes, at: place)
      payload = place + 10
    default:
      time = nil
      payload = place + 1
    }
  }

  var showsPictures: Bool { stream & 0xF0 == 0xE0 || stream == 0xFD }

  /// Reads 33 bits, between which there are marker bits that are always set; nil if one is not.
  private static func time(_ bytes: Bytes, at place: Int) -> UInt64? {
    guard place + 5 <= bytes.count, bytes.byte(place) & 1 == 1, bytes.byte(place + 2) & 1 == 1,
      bytes.byte(place + 4) & 1 == 1
    else { return nil }
    return UInt64(bytes.byte(place) >> 1 & 7) << 30 | UInt64(bytes.big16(place + 1) >> 1) << 15
      | UInt64(bytes.big16(place + 3) >> 1)
  }
}
