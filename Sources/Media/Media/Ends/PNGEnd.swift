/// A search for a PNG's last chunk: in the last 64 KiB, else by walking all chunks before it.
enum PNGEnd {
  private static let chunkLimit = 100_000
  private static let end: UInt32 = 0x4945_4E44
  private static let checksum: UInt32 = 0xAE42_6082
  /// The size of a read in bytes: only the headers of chunks are needed.
  private static let readAhead = 512

  static func judge(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    var place = max(0, tail.count - 12)
    if tail.big32(place + 4) == end, tail.big32(place) == 0 { return .complete }
    place = 0
    while let found = tail.firstIndex(of: UInt8(ascii: "I"), from: place) {
      if tail.big32(found) == end, tail.big32(found + 4) == checksum { return .complete }
      place = found + 1
    }
    return try walk(&window)
  }

  /// Walks the chunks, as more than 64 KiB may follow the last one.
  private static func walk(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    var offset: Int64 = 8
    for _ in 0..<chunkLimit {
      guard let head = try window.bytes(at: offset, count: 8, ahead: readAhead) else {
        return window.isExhausted ? .unknown : .incomplete
      }
      offset += 12 + Int64(head.big32(0))
      if head.big32(4) == end { return Completeness(window, endsAt: offset) }
    }
    return .unknown
  }
}
