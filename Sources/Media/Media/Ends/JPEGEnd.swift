/// A search for a JPEG's end-of-image marker after the start of its first scan. Embedded thumbnails
/// have end markers of their own, so the search begins at the scan. Phones append movies and
/// further pictures: if the tail is not coded picture data, the end marker is hidden.
enum JPEGEnd {
  private static let segmentLimit = 1024
  /// The maximum size of a file whose blocks are counted, which takes a moment.
  private static let countedLimit: Int64 = 16 << 20

  static func judge(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    let scan: Int64
    switch try startOfScan(&window) {
    case .at(let offset): scan = offset
    case .missing: return .incomplete
    // Some cameras write megabytes of their own data before the picture.
    case .farther: return .unknown
    }
    if let last = try window.bytes(at: window.size - 2, count: 2), last.big16(0) == 0xFFD9 {
      return .complete
    }
    let tailStart = max(scan, window.size - Int64(HeaderWindow.capacity))
    guard let tail = try window.bytes(at: tailStart, upTo: HeaderWindow.capacity) else {
      return .incomplete
    }
    var place = 0
    var isCodedData = true
    while let found = tail.firstIndex(of: 0xFF, from: place), found + 1 < tail.count {
      let next = tail.byte(found + 1)
      if next == 0xD9 { return .complete }
      if !canFollow(next) { isCodedData = false }
      place = found + 1
    }
    guard isCodedData else { return .unknown }
    // Some writers leave out the end marker; then the blocks are counted, if the file is not too
    // large.
    guard window.size <= countedLimit else { return .incomplete }
    return try JPEGScans.areWhole(&window) ? .complete : .incomplete
  }

  /// Returns true for a byte that may follow 0xFF in scans: a stuffed zero, restart, fill, tables.
  private static func canFollow(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0xD0...0xD7, 0xFF, 0xC4, 0xDA, 0xDB, 0xDD, 0xCC: true
    default: false
    }
  }

  private enum Scan {
    case at(Int64)
    /// The file ends before the scan.
    case missing
    /// The scan begins after the part of the file that is searched.
    case farther
  }

  private static func startOfScan(_ window: inout HeaderWindow) throws(MediaError) -> Scan {
    var offset: Int64 = 2
    for _ in 0..<segmentLimit {
      guard let head = try window.bytes(at: offset, count: 4) else {
        return window.isExhausted ? .farther : .missing
      }
      if head.byte(0) != 0xFF || head.byte(1) == 0xFF {
        offset += 1
      } else if head.byte(1) == 0xDA {
        return .at(offset)
      } else {
        offset += 2 + Int64(max(2, head.big16(2)))
      }
    }
    return .farther
  }
}
