/// A reader of MPEG program streams and bare video streams (ISO/IEC 13818-1, 2.5; ISO/IEC 11172-1).
struct ProgramStream: ~Copyable {
  /// The number of bytes to search for the first picture.
  private static let searchLimit: Int64 = 1 << 20
  private static let packetLimit = 4096
  /// The number of pieces of the file's end to search for the last time.
  private static let tailPieces = 8

  private var coded = VideoStreamPrefix()
  private var times = PacketTimestamps()
  private var pictures: UInt8?
  private var hasSound = false

  private init() {}

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var stream = ProgramStream()
    try stream.readStart(&window)
    guard stream.pictures != nil || !stream.hasSound else {
      draft.refuse()
      return
    }
    stream.coded.read(into: &draft)
    try stream.readEnd(&window)
    if let ticks = stream.times.duration(frameRate: draft.facts.frameRate) {
      draft.setDuration(ticks: ticks, perSecond: PacketTimestamps.ticksPerSecond)
    }
  }

  /// Reads a stream of pictures without packets.
  static func readPictures(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let bytes = try window.bytes(at: 0, upTo: VideoStreamPrefix.capacity) else { return }
    var coded = VideoStreamPrefix()
    coded.coding = .mpeg
    coded.append(bytes)
    coded.read(into: &draft)
    draft.facts.format = coded.isMPEG2 ? .mpeg2 : .mpeg
  }

  private mutating func readStart(_ window: inout HeaderWindow) throws(MediaError) {
    var offset: Int64 = 0
    for _ in 0..<Self.packetLimit {
      guard offset < Self.searchLimit, !coded.isFull,
        let head = try window.bytes(at: offset, upTo: 64), head.big24(0) == 1
      else { return }
      switch head.byte(3) {
      case 0xBA:
        offset += head.byte(4) >> 6 == 1 ? 14 + Int64(head.byte(13) & 7) : 12
      case 0xB9:
        return
      case 0xBB...:
        let end = offset + 6 + Int64(head.big16(4))
        if let packet = PESPacketHeader(head) {
          try take(packet, at: offset, end: end, &window)
        }
        offset = end
      default:
        return
      }
    }
  }

  private mutating func take(
    _ packet: PESPacketHeader, at offset: Int64, end: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) {
    guard packet.showsPictures else {
      hasSound = hasSound || packet.stream & 0xE0 == 0xC0 || packet.stream == 0xBD
      return
    }
    guard pictures == nil || pictures == packet.stream else { return }
    pictures = packet.stream
    if let time = packet.time { times.open(time) }
    let payload = offset + Int64(packet.payload)
    guard payload < end,
      let bytes = try window.bytes(
        at: payload, upTo: Int(min(end - payload, Int64(VideoStreamPrefix.capacity))))
    else { return }
    coded.append(bytes)
  }

  /// Searches for packets by their start codes, because the position of the last one is unknown.
  private mutating func readEnd(_ window: inout HeaderWindow) throws(MediaError) {
    guard let pictures else { return }
    var end = window.size
    for _ in 0..<Self.tailPieces where end > 0 && times.last == nil {
      let start = max(0, end - Int64(HeaderWindow.capacity))
      guard let bytes = try window.bytes(at: start, upTo: Int(end - start)) else { return }
      var place = 0
      while let one = bytes.firstIndex(of: 1, from: place) {
        place = one + 1
        guard one >= 2, bytes.byte(one + 1) == pictures,
          let time = PESPacketHeader(bytes.slice(from: one - 2))?.time
        else { continue }
        times.close(time)
      }
      guard start > 0 else { return }
      end = start + 32
    }
  }
}
