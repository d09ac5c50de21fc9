/// A reader of the index of the pictures that follow the first one in a JPEG file (CIPA DC-007,
/// Multi-Picture Format). Cameras and phones also index large thumbnails and gain maps; such a file
/// is a plain JPEG. A file with several views of a scene is a multi-picture object.
enum MPFIndex {
  private static let entries: UInt16 = 0xB002
  private static let entrySize = 16
  private static let pictureLimit = 64

  static func read(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let block = try TIFFBlock(at: offset, end: min(offset + count, window.size), &window),
      var directory = try block.directory(at: block.firstDirectory(&window), &window)
    else { return }
    while let entry = try directory.next(&window) {
      guard entry.tag == entries else { continue }
      let limit = pictureLimit * entrySize
      guard let list = try block.value(entry, limit: limit, &window) else { return }
      for place in stride(from: 0, to: list.count, by: entrySize)
      where isView(block.number32(list, place)) {
        draft.facts.format = .mpo
        return
      }
    }
  }

  /// Returns true for a picture of a panorama, of a stereoscopic pair, or of several angles.
  private static func isView(_ attribute: UInt32) -> Bool {
    attribute & 0xFF_0000 == 0x02_0000
  }
}
