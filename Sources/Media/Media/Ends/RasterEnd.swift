/// The checks of pictures whose header gives the size of the data.
enum RasterEnd {
  private static let iconLimit: Int64 = 256
  private static let rowLimit: Int64 = 1 << 20

  /// Checks the size of a BMP: rows have whole 32-bit words; RLE has its size in the header.
  static func bmp(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, upTo: 54), head.count >= 26 else { return .incomplete }
    let start = Int64(head.little32(10))
    guard head.little32(14) >= 40 else {
      return rows(
        window, from: start, width: Int64(head.little16(18)), height: Int64(head.little16(20)),
        depth: Int64(head.little16(24)))
    }
    guard head.count >= 40 else { return .incomplete }
    switch head.little32(30) {
    case 0, 3, 6:
      return rows(
        window, from: start, width: Int64(Int32(bitPattern: head.little32(18)).magnitude),
        height: Int64(Int32(bitPattern: head.little32(22)).magnitude),
        depth: Int64(head.little16(28)))
    default: return Completeness(window, endsAt: start + Int64(head.little32(34)))
    }
  }

  private static func rows(
    _ window: borrowing HeaderWindow, from start: Int64, width: Int64, height: Int64, depth: Int64
  ) -> Completeness {
    let row = (width * depth + 31) / 32 * 4
    let (size, overflows) = row.multipliedReportingOverflow(by: height)
    return overflows ? .incomplete : Completeness(window, endsAt: start &+ min(size, 1 << 60))
  }

  static func ico(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, count: 6) else { return .incomplete }
    var end: Int64 = 0
    for index in 0..<min(Int64(head.little16(4)), iconLimit) {
      guard let entry = try window.bytes(at: 6 + index * 16, count: 16) else { return .incomplete }
      end = max(end, Int64(entry.little32(12)) + Int64(entry.little32(8)))
    }
    return Completeness(window, endsAt: end)
  }

  static func pnm(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let header = try PNMHeader(&window) else { return .incomplete }
    return header.dataSize.map {
      Completeness(window, endsAt: Int64(header.end) + min($0, 1 << 60))
    } ?? .unknown
  }

  static func psd(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    try psd(&window, isLarge: false)
  }

  static func psb(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    try psd(&window, isLarge: true)
  }

  /// Checks the sections before the pixels, and pixels that are uncompressed or packed by rows.
  private static func psd(
    _ window: inout HeaderWindow, isLarge: Bool
  ) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, count: 26) else { return .incomplete }
    let (channels, depth) = (Int64(head.big16(12)), Int64(head.big16(22)))
    let (height, width) = (Int64(head.big32(14)), Int64(head.big32(18)))
    var offset: Int64 = 26
    for section in 0..<3 {
      let isLong = isLarge && section == 2
      guard let length = try window.bytes(at: offset, count: isLong ? 8 : 4) else {
        return .incomplete
      }
      let count = isLong ? length.big64(0) : UInt64(length.big32(0))
      guard count <= UInt64(window.size) else { return .incomplete }
      offset += (isLong ? 8 : 4) + Int64(count)
    }
    guard let packing = try window.bytes(at: offset, count: 2) else { return .incomplete }
    if packing.big16(0) == 1 {
      return try packedRows(
        at: offset + 2, count: height * channels, size: isLarge ? 4 : 2, &window)
    }
    guard packing.big16(0) == 0, depth >= 8 else { return .unknown }
    let (row, _) = width.multipliedReportingOverflow(by: depth / 8 * channels)
    let (size, overflows) = row.multipliedReportingOverflow(by: height)
    return overflows ? .incomplete : Completeness(window, endsAt: offset + 2 + min(size, 1 << 60))
  }

  /// Sums up the table of compressed row lengths, which precedes the rows.
  private static func packedRows(
    at start: Int64, count: Int64, size: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> Completeness {
    guard count <= rowLimit else { return .unknown }
    var end = start + count * size
    for row in 0..<count {
      guard let length = try window.bytes(at: start + row * size, count: Int(size)) else {
        return .incomplete
      }
      end += size == 4 ? Int64(length.big32(0)) : Int64(length.big16(0))
    }
    return Completeness(window, endsAt: end)
  }

  /// Looks for the end tag of the root element, whatever its prefix.
  static func svg(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    var place = 0
    while let found = tail.firstIndex(of: UInt8(ascii: "s"), from: place) {
      place = found + 1
      guard tail.has("svg", at: found) else { continue }
      var end = found + 3
      while end < tail.count, tail.byte(end) <= 0x20 { end += 1 }
      var start = found
      while start > 0, tail.byte(start - 1) > 0x20, tail.byte(start - 1) != UInt8(ascii: "<") {
        start -= 1
      }
      if tail.byte(end) == UInt8(ascii: ">"), tail.has("</", at: start - 1) { return .complete }
    }
    // An empty element has no end tag.
    var last = tail.count - 1
    while last > 0, tail.byte(last) <= 0x20 { last -= 1 }
    return tail.has("/>", at: last - 1) ? .unknown : .incomplete
  }
}

/// The checks of raw files that give the position of their last part.
enum RawEnd {
  /// Checks a file of Fujifilm's, whose last part is the sensor's pixels.
  static func raf(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, count: 108) else { return .incomplete }
    let jpeg = Int64(head.big32(84)) + Int64(head.big32(88))
    let pixels = Int64(head.big32(100)) + Int64(head.big32(104))
    return Completeness(window, endsAt: max(jpeg, pixels))
  }

  /// Checks a file of Sigma's, which ends with the position of its directory.
  static func x3f(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let last = try window.bytes(at: window.size - 4, count: 4) else { return .incomplete }
    let start = Int64(last.little32(0))
    guard let head = try window.bytes(at: start, count: 4) else { return .incomplete }
    return head.has("SECd", at: 0) ? .complete : .incomplete
  }
}
