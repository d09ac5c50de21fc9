/// A search for a GIF's trailer: at the file's end, else by walking all blocks before it.
enum GIFEnd {
  private static let readAhead = 64 << 10

  static func judge(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    var place = tail.count - 1
    while place > 0, tail.byte(place) == 0 { place -= 1 }
    if tail.byte(place) == 0x3B { return .complete }
    // Some writers pad a file, or append other data.
    return try walk(&window)
  }

  private static func walk(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, count: 13) else { return .incomplete }
    var offset = 13 + GIFHeader.colorTableSize(head.byte(10))
    while let block = try window.bytes(at: offset, count: 1, ahead: readAhead) {
      switch block.byte(0) {
      case 0x3B: return .complete
      case 0x21: offset += 2
      case 0x2C:
        guard let head = try window.bytes(at: offset, count: 10, ahead: readAhead) else {
          return .incomplete
        }
        offset += 11 + GIFHeader.colorTableSize(head.byte(9))
      case 0x00:
        offset += 1
        continue
      default: return .unknown
      }
      while let length = try window.bytes(at: offset, count: 1, ahead: readAhead) {
        offset += 1 + Int64(length.byte(0))
        if length.byte(0) == 0 { break }
      }
    }
    return window.isExhausted ? .unknown : .incomplete
  }
}

/// A check of a WebP's length against the size in its RIFF header.
enum WebPEnd {
  static func judge(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, count: 12) else { return .incomplete }
    return Completeness(window, endsAt: Int64(head.little32(4)) + 8)
  }
}
