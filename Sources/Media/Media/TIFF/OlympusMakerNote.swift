/// A search for the preview of Olympus' raw files, to which the camera settings in the maker note
/// point. The note begins with its maker's name. In newer cameras a byte-order mark follows, and
/// offsets are relative to the note's start, else to the start of EXIF.
enum OlympusMakerNote {
  private static let cameraSettings: UInt16 = 0x2020
  private static let previewOffset: UInt16 = 0x0101
  private static let previewByteCount: UInt16 = 0x0102

  static func read(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try block.value(entry, limit: 16, &window) else { return }
    let note = TIFFBlock(base: entry.location, end: block.end, isLittleEndian: block.isLittleEndian)
    let directories: TIFFBlock
    let first: UInt64
    if head.has("OM SYSTEM\0", at: 0) {
      (directories, first) = (note, 16)
    } else if head.has("OLYMPUS\0", at: 0) {
      (directories, first) = (note, 12)
    } else if head.has("OLYMP\0", at: 0) {
      (directories, first) = (block, UInt64(entry.location - block.base) + 8)
    } else {
      return
    }
    guard var directory = try directories.directory(at: first, &window) else { return }
    while let entry = try directory.next(&window) {
      guard entry.tag == cameraSettings else { continue }
      // In old cameras the value is the directory, in newer ones its offset.
      let offset =
        entry.type == 7
        ? UInt64(max(0, entry.location - directories.base))
        : try directories.unsigned(entry, &window) ?? 0
      return try readSettings(at: offset, of: directories, &window, into: &draft)
    }
  }

  private static func readSettings(
    at offset: UInt64, of block: TIFFBlock, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard var directory = try block.directory(at: offset, &window) else { return }
    var preview = (offset: UInt64(0), count: UInt64(0))
    while let entry = try directory.next(&window) {
      switch entry.tag {
      case previewOffset: preview.offset = try block.unsigned(entry, &window) ?? 0
      case previewByteCount: preview.count = try block.unsigned(entry, &window) ?? 0
      default: break
      }
    }
    guard preview.count > 4, let count = Int(exactly: preview.count),
      let place = block.position(of: preview.offset, count: count)
    else { return }
    draft.offer(EmbeddedPreview(range: ByteRange(offset: place, count: Int64(count))))
  }
}
