/// A reader of raw files of Panasonic, and of Leica cameras made by Panasonic: a TIFF structure
/// with another magic number, tags of its own, and a JPEG with EXIF.
enum PanasonicHeader {
  private static let topBorder: UInt16 = 4
  private static let leftBorder: UInt16 = 5
  private static let bottomBorder: UInt16 = 6
  private static let rightBorder: UInt16 = 7
  private static let preview: UInt16 = 0x002E

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let block = try TIFFBlock(at: 0, end: window.size, &window) else {
      return draft.note(.truncated)
    }
    let first = try block.firstDirectory(&window)
    var borders = (top: UInt64(0), left: UInt64(0), bottom: UInt64(0), right: UInt64(0))
    var jpeg: ByteRange?
    if var directory = try block.directory(at: first, &window) {
      while let entry = try directory.next(&window) {
        switch entry.tag {
        case topBorder: borders.top = try block.unsigned(entry, &window) ?? 0
        case leftBorder: borders.left = try block.unsigned(entry, &window) ?? 0
        case bottomBorder: borders.bottom = try block.unsigned(entry, &window) ?? 0
        case rightBorder: borders.right = try block.unsigned(entry, &window) ?? 0
        case preview: jpeg = ByteRange(offset: entry.location, count: Int64(entry.byteCount))
        default: break
        }
      }
    }
    if let jpeg, jpeg.count > 4, window.contains(offset: jpeg.offset, count: jpeg.count) {
      draft.offer(EmbeddedPreview(range: jpeg))
      try JPEGHeader.read(at: jpeg.offset, &window, into: &draft)
    }
    let exif = draft.facts.exifBlock
    var reader = ExifReader(block: block)
    _ = try reader.readMain(at: first, &window, into: &draft)
    draft.facts.exifBlock = exif ?? ByteRange(offset: 0, count: window.size)
    draft.facts.colorModel = .rgb
    if borders.right > borders.left, borders.bottom > borders.top {
      draft.setSize(
        width: borders.right - borders.left, height: borders.bottom - borders.top)
    }
    if draft.facts.format == .rw2, draft.facts.make.withBytes({ $0.starts(with: "LEICA".utf8) }) {
      draft.facts.format = .rwl
    }
  }
}
