/// A reader of MPEG transport streams, plain and as camcorders write them (ISO/IEC 13818-1, 2.4).
struct TransportStream: ~Copyable {
  /// The number of packets to search for the tables and the first picture, 0.7 MB.
  private static let packetLimit = 4000
  /// The number of pieces of the file's end to search for the last time.
  private static let tailPieces = 8

  private let stride: Int64
  private let first: Int64
  private var tables: UInt16?
  private var pictures: UInt16?
  private var hasStreams = false
  private var coded = VideoStreamPrefix()
  private var times = PacketTimestamps()

  private init(_ stride: (bytes: Int, first: Int)) {
    self.stride = Int64(stride.bytes)
    first = Int64(stride.first)
  }

  /// Reads the file if it is a transport stream that lists its streams; returns true if so.
  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) -> Bool {
    guard let stride = try TransportPacket.stride(&window) else { return false }
    var stream = TransportStream(stride)
    try stream.readStart(&window)
    guard stream.pictures != nil else { return false }
    draft.facts.format = stride.bytes == TransportPacket.size ? .transportStream : .avchd
    stream.coded.read(into: &draft)
    try stream.readEnd(&window)
    if let ticks = stream.times.duration(frameRate: draft.facts.frameRate) {
      draft.setDuration(ticks: ticks, perSecond: PacketTimestamps.ticksPerSecond)
    }
    return true
  }

  private mutating func readStart(_ window: inout HeaderWindow) throws(MediaError) {
    var offset = first
    for _ in 0..<Self.packetLimit {
      guard
        let bytes = try window.bytes(
          at: offset, count: TransportPacket.size, ahead: HeaderWindow.capacity)
      else { return }
      offset += stride
      guard let packet = TransportPacket(bytes) else { continue }
      if packet.program == 0, packet.begins {
        readPrograms(packet.table)
      } else if packet.program == tables, packet.begins {
        readStreams(packet.table)
      } else if packet.program == pictures {
        take(packet)
      }
      if coded.isFull || hasStreams && pictures == nil { return }
    }
  }

  /// Reads the program association table, which locates the table of the first program.
  private mutating func readPrograms(_ table: Bytes) {
    guard tables == nil, table.byte(0) == 0 else { return }
    let end = min(3 + Int(table.big16(1) & 0xFFF) - 4, table.count)
    var place = 8
    while place + 4 <= end {
      // Program 0 is the network's own table.
      if table.big16(place) != 0 {
        tables = table.big16(place + 2) & 0x1FFF
        return
      }
      place += 4
    }
  }

  /// Reads the program map table, which lists the streams.
  private mutating func readStreams(_ table: Bytes) {
    guard !hasStreams, table.byte(0) == 2 else { return }
    let end = min(3 + Int(table.big16(1) & 0xFFF) - 4, table.count)
    var place = 12 + Int(table.big16(10) & 0xFFF)
    while place + 5 <= end {
      hasStreams = true
      if let coding = Self.coding(of: table.byte(place)) {
        pictures = table.big16(place + 1) & 0x1FFF
        coded.coding = coding
        return
      }
      place += 5 + Int(table.big16(place + 3) & 0xFFF)
    }
  }

  /// Returns the codec of a picture stream; nil for sound and other streams.
  private static func coding(of type: UInt8) -> VideoStreamPrefix.Coding? {
    switch type {
    case 0x01, 0x02, 0x80: .mpeg
    case 0x1B, 0x20: .h264
    case 0x24: .hevc
    case 0x10, 0x42, 0xD1, 0xD2, 0xEA: .other
    default: nil
    }
  }

  private mutating func take(_ packet: TransportPacket) {
    guard packet.begins, let head = PESPacketHeader(packet.payload) else {
      if !coded.isEmpty { coded.append(packet.payload) }
      return
    }
    if let time = head.time { times.open(time) }
    coded.append(packet.payload.slice(from: head.payload))
  }

  private mutating func readEnd(_ window: inout HeaderWindow) throws(MediaError) {
    var packets = (window.size - first) / stride
    let piece = Int64(HeaderWindow.capacity) / stride
    for _ in 0..<Self.tailPieces where packets > 0 && times.last == nil {
      let start = max(0, packets - piece)
      for number in start..<packets {
        guard
          let bytes = try window.bytes(
            at: first + number * stride, count: TransportPacket.size,
            ahead: Int((packets - number) * stride - first))
        else { break }
        guard let packet = TransportPacket(bytes), packet.program == pictures, packet.begins,
          let time = PESPacketHeader(packet.payload)?.time
        else { continue }
        times.close(time)
      }
      packets = start
    }
  }
}
