/// A reader of the two headers of a Windows or OS/2 bitmap.
enum BMPHeader {
  /// Returns true if the second header has one of its known sizes; `BM` was found before.
  static func isBitmap(_ head: Bytes) -> Bool {
    switch head.little32(14) {
    case 12, 16, 40, 52, 56, 64, 108, 124: true
    default: false
    }
  }

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 26) else {
      draft.note(.truncated)
      return
    }
    if head.little32(14) == 12 {
      draft.setSize(width: head.little16(18), height: head.little16(20))
    } else {
      // A negative height means that the first row is the top one.
      let height = Int32(bitPattern: head.little32(22)).magnitude
      draft.setSize(width: Int32(bitPattern: head.little32(18)), height: height)
    }
    draft.facts.colorModel = .rgb
  }
}
