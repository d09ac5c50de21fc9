/// A reader of the metadata blocks that several formats have, which also records their places.
enum MetadataBlock {
  /// Reads EXIF whose byte-order mark is at `offset`, or after an `Exif` introduction there.
  ///
  /// - Parameter introduction: the length in bytes of an `Exif` and zeros before the mark.
  static func readExif(
    at offset: Int64, count: Int64, introduction: Int64 = 0, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var start = offset
    if introduction > 0, let head = try window.bytes(at: offset, count: 4), head.has("Exif", at: 0)
    {
      start += introduction
    }
    let end = min(offset + count, window.size)
    guard draft.facts.exifBlock == nil else { return }
    guard let block = try TIFFBlock(at: start, end: end, &window) else {
      draft.note(.malformed)
      return
    }
    draft.facts.exifBlock = ByteRange(offset: start, count: end - start)
    var reader = ExifReader(block: block)
    try reader.read(&window, into: &draft)
  }

  /// Records an XMP packet and reads the part that fits into the window.
  static func readXMP(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder,
    dateSource: CreationDateSource = .xmp
  ) throws(MediaError) {
    guard draft.facts.xmpBlock == nil, count > 0, window.contains(offset: offset, count: count)
    else { return }
    draft.facts.xmpBlock = ByteRange(offset: offset, count: count)
    guard let packet = try window.bytes(at: offset, upTo: Int(clamping: count)) else { return }
    XMPReader.read(packet, into: &draft, dateSource: dateSource)
  }
}
