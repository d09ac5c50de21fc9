/// A reader of the directory of a JPEG XR file, a TIFF with its own tags (ITU-T T.832, annex A).
enum JPEGXRHeader {
  private static let transformation: UInt16 = 0xBC02
  private static let width: UInt16 = 0xBC80
  private static let height: UInt16 = 0xBC81

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let block = try TIFFBlock(at: 0, end: window.size, &window) else {
      return draft.note(.truncated)
    }
    draft.facts.exifBlock = ByteRange(offset: 0, count: window.size)
    let first = try block.firstDirectory(&window)
    var reader = ExifReader(block: block)
    _ = try reader.readMain(at: first, &window, into: &draft)
    try TIFFHeader.readNotedXMP(&window, into: &draft)
    draft.facts.colorModel = .rgb
    guard var directory = try block.directory(at: first, &window) else { return }
    var size: (width: UInt64, height: UInt64) = (0, 0)
    while let entry = try directory.next(&window) {
      switch entry.tag {
      case width: size.width = try block.unsigned(entry, &window) ?? 0
      case height: size.height = try block.unsigned(entry, &window) ?? 0
      case transformation:
        let number = try block.unsigned(entry, &window) ?? 0
        draft.orientation = orientation(number) ?? draft.orientation
      default: break
      }
    }
    draft.setSize(width: size.width, height: size.height)
  }

  /// Returns the orientation for three bits, the lowest first: flip vertically, flip horizontally,
  /// turn by 90° clockwise; nil above 7.
  private static func orientation(_ number: UInt64) -> Orientation? {
    let numbers: [UInt64] = [1, 4, 2, 3, 6, 7, 5, 8]
    return number < 8 ? Orientation(number: numbers[Int(number)]) : nil
  }
}
