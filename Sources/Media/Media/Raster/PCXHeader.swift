/// A reader of the header of a picture of ZSoft's PC Paintbrush.
enum PCXHeader {
  /// Returns true for the header of ZSoft's PC Paintbrush, whose signature is only one byte.
  static func isPaintbrush(_ head: Bytes) -> Bool {
    let isVersion = [0, 2, 3, 4, 5].contains(head.byte(1))
    let isCoded = head.byte(2) <= 1 && [1, 2, 4, 8].contains(head.byte(3))
    return isVersion && isCoded && head.count >= FormatSignature.length
      && head.little16(8) >= head.little16(4) && head.little16(10) >= head.little16(6)
  }

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 128) else { return draft.note(.truncated) }
    draft.setSize(
      width: Int(head.little16(8)) - Int(head.little16(4)) + 1,
      height: Int(head.little16(10)) - Int(head.little16(6)) + 1)
    draft.facts.colorModel = .rgb
  }
}
