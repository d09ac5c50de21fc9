/// A reader of an icon's directory; the size of the icon is that of its largest picture.
enum ICOHeader {
  private static let pictureLimit: Int64 = 256

  /// Returns true if the directory lists 1 to 1024 pictures, of which the first follows it.
  static func isIcon(_ head: Bytes) -> Bool {
    let count = head.little16(4)
    return count > 0 && count <= 1024 && head.little32(14) > 0
      && head.little32(18) >= 6 + 16 * UInt32(count)
  }

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 6) else { return draft.note(.truncated) }
    draft.facts.colorModel = .rgb
    let count = min(Int64(head.little16(4)), pictureLimit)
    for index in 0..<count {
      guard let entry = try window.bytes(at: 6 + index * 16, count: 16) else {
        return draft.note(.truncated)
      }
      let (width, height) = (entry.byte(0), entry.byte(1))
      if width > 0, height > 0 {
        draft.growSize(width: width, height: height)
      } else {
        try readLarge(at: Int64(entry.little32(12)), &window, into: &draft)
      }
    }
  }

  /// Reads the size of a picture whose sides of 256 pixels or more are written as 0.
  private static func readLarge(
    at offset: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let picture = try window.value(at: offset, count: 24) else {
      draft.growSize(width: 256, height: 256)
      return
    }
    if picture.big64(0) == 0x8950_4E47_0D0A_1A0A {
      draft.growSize(width: picture.big32(16), height: picture.big32(20))
    } else {
      // A bitmap has twice the height, as its mask is above the picture.
      draft.growSize(width: picture.little32(4), height: picture.little32(8) / 2)
    }
  }
}
