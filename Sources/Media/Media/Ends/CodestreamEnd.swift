/// A check of the ends of JPEG 2000 and JPEG XL files: the end marker of the former's codestream,
/// and boxes that add up to the file's size.
enum CodestreamEnd {
  private static let codestream: UInt32 = 0x6A70_3263

  static func judge(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, upTo: 4) else { return .incomplete }
    if head.big16(0) == 0xFF4F { return try hasMarker(at: window.size, &window) }
    if head.big16(0) == 0xFF0A { return .unknown }
    var draft = MediaFactsBuilder()
    var boxes = BoxList(from: 0, to: window.size)
    var hasPicture = false
    while let box = try boxes.next(&window, &draft) {
      switch box.type {
      case codestream:
        hasPicture = true
        // The last box may extend to the end of the file, whatever its size.
        if box.end == window.size { return try hasMarker(at: box.end, &window) }
      case BoxType.meta, 0x6A78_6C63, 0x6A78_6C70: hasPicture = true
      default: break
      }
    }
    switch draft.facts.problem {
    case nil: return hasPicture ? .complete : .incomplete
    case .truncated: return .incomplete
    default: return .unknown
    }
  }

  private static func hasMarker(
    at end: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> Completeness {
    guard let last = try window.bytes(at: end - 2, count: 2) else { return .incomplete }
    return last.big16(0) == 0xFFD9 ? .complete : .incomplete
  }
}
