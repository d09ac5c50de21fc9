/// A reader of Canon's CR3: TIFF blocks in a `uuid` box of the movie header, a preview in another.
enum CR3Header {
  private static let identifierSize: Int64 = 16

  static func read(
    _ moov: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var boxes = BoxList(in: moov)
    while let box = try boxes.next(&window, &draft) {
      guard box.type == BoxType.uuid, box.count > identifierSize,
        let identifier = try window.bytes(at: box.payload, count: 16),
        identifier.big64(0) == 0x85C0_B687_820F_11E0, identifier.big64(8) == 0x8111_F4CE_462B_6A48
      else { continue }
      try readBlocks(BoxList(in: box, after: identifierSize), &window, into: &draft)
    }
  }

  /// Reads the preview from the `uuid` box that follows the movie header.
  static func readPreview(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard box.count > identifierSize + 8,
      let identifier = try window.bytes(at: box.payload, count: 16),
      identifier.big64(0) == 0xEAF4_2B5E_1C98_4B88, identifier.big64(8) == 0xB9FB_B7DC_406E_4D16
    else { return }
    var boxes = BoxList(in: box, after: identifierSize + 8)
    while let child = try boxes.next(&window, &draft) {
      guard child.type == BoxType.canonPreview,
        let head = try window.bytes(at: child.payload, count: 16)
      else { continue }
      offer(
        at: child.payload + 16, head.big32(12), head.big16(6), head.big16(8), in: child, &draft)
    }
  }

  private static func readBlocks(
    _ list: BoxList, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var list = list
    while let box = try list.next(&window, &draft) {
      switch box.type {
      case BoxType.canonMain:
        guard let block = try TIFFBlock(at: box.payload, end: box.end, &window) else { break }
        draft.facts.exifBlock = ByteRange(offset: box.payload, count: box.count)
        var reader = ExifReader(block: block)
        let first = try block.firstDirectory(&window)
        let (image, _) = try reader.readMain(at: first, &window, into: &draft)
        draft.setSize(width: image.width, height: image.height)
        draft.facts.colorModel = .rgb
        draft.setAlpha(false)
      case BoxType.canonExif:
        guard let block = try TIFFBlock(at: box.payload, end: box.end, &window) else { break }
        var reader = ExifReader(block: block)
        let first = try block.firstDirectory(&window)
        try reader.readExif(at: first, &window, into: &draft)
      case BoxType.canonGPS:
        guard let block = try TIFFBlock(at: box.payload, end: box.end, &window) else { break }
        var reader = ExifReader(block: block)
        let first = try block.firstDirectory(&window)
        try reader.readGPS(at: first, &window, into: &draft)
        try reader.offerDates(&window, into: &draft)
      case BoxType.canonThumbnail:
        guard let head = try window.bytes(at: box.payload, count: 16) else { break }
        offer(at: box.payload + 16, head.big32(8), head.big16(4), head.big16(6), in: box, &draft)
      default: break
      }
    }
  }

  private static func offer(
    at offset: Int64, _ count: UInt32, _ width: UInt16, _ height: UInt16, in box: Box,
    _ draft: inout MediaFactsBuilder
  ) {
    guard count > 0, Int64(count) <= box.end - offset else { return }
    draft.offer(
      EmbeddedPreview(
        range: ByteRange(offset: offset, count: Int64(count)), pixelWidth: Int32(width),
        pixelHeight: Int32(height)))
  }
}
