/// A search for the last timestamp of an unfinished recording, whose header has no duration.
enum MatroskaEnd {
  /// The number of pieces of the file's end to search for the start of a cluster.
  private static let pieceLimit = 16
  private static let blockLimit = 4096

  /// Returns the last timestamp in ticks of the segment's scale; nil if no cluster is near the end.
  static func lastTimestamp(
    _ segment: EBMLElement, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    let piece = Int64(HeaderWindow.capacity)
    var end = segment.end
    for _ in 0..<pieceLimit {
      let start = max(segment.payload, end - piece)
      guard start < end, let bytes = try window.bytes(at: start, upTo: Int(end - start)) else {
        return nil
      }
      if let place = lastCluster(in: bytes),
        let time = try lastTime(from: start + Int64(place), to: segment.end, &window)
      {
        return time
      }
      guard start > segment.payload else { return nil }
      // An identifier may span the boundary of two pieces.
      end = start + 3
    }
    return nil
  }

  private static func lastCluster(in bytes: Bytes) -> Int? {
    var place = bytes.count - 4
    while place >= 0 {
      if bytes.byte(place) == 0x1F, bytes.big32(place) == MatroskaElementID.cluster { return place }
      place -= 1
    }
    return nil
  }

  private static func lastTime(
    from offset: Int64, to end: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    // Problems after the written part are those of an interrupted recording.
    var draft = MediaFactsBuilder()
    var clusters = EBMLList(from: offset, to: end)
    guard let cluster = try clusters.next(&window, &draft) else { return nil }
    var start: UInt64?
    var last: Int64 = 0
    var elements = EBMLList(in: cluster)
    for _ in 0..<blockLimit {
      guard let element = try elements.next(&window, &draft) else { break }
      switch element.name {
      case MatroskaElementID.timestamp: start = try element.number(&window)
      case MatroskaElementID.simpleBlock:
        last = max(last, try relativeTime(of: element, &window))
      case MatroskaElementID.blockGroup:
        var blocks = EBMLList(in: element)
        guard let block = try blocks.next(&window, &draft), block.name == MatroskaElementID.block
        else {
          continue
        }
        last = max(last, try relativeTime(of: block, &window))
      default: break
      }
    }
    guard let start, start < 1 << 48 else { return nil }
    return start + UInt64(last)
  }

  /// Reads the ticks of a block since its cluster began; the track's number precedes them.
  private static func relativeTime(
    of block: EBMLElement, _ window: inout HeaderWindow
  ) throws(MediaError) -> Int64 {
    guard let head = try window.bytes(at: block.payload, upTo: 10) else { return 0 }
    return Int64(Int16(bitPattern: head.big16(head.byte(0).leadingZeroBitCount + 1)))
  }
}
