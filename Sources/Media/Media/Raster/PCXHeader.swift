/// Reads the header of a picture of ZSoft's PC Paintbrush.
enum PCXHeader {
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
