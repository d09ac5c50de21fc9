/// Reads TIFF files and the raw formats that are built like one.
enum TIFFHeader {
  private static let subDirectoryLimit = 8

  static func read(
    _ window: inout HeaderWindow, into draft: inout FactsDraft
  ) throws(MediaError) {
    guard let block = try TIFFBlock(at: 0, end: window.size, &window) else {
      draft.note(.truncated)
      return
    }
    draft.facts.exifBlock = ByteRange(offset: 0, count: window.size)
    var reader = ExifReader(block: block)
    let first = try block.firstDirectory(&window)
    let (main, next) = try reader.readMain(at: first, &window, into: &draft)
    if draft.facts.format == .tiff {
      draft.facts.format = rawFormat(of: reader, main, make: draft.facts.make) ?? .tiff
    }
    if let range = draft.facts.xmpBlock {
      draft.facts.xmpBlock = nil
      try MetadataBlock.readXMP(at: range.offset, count: range.count, &window, into: &draft)
    }
    let isRaw = draft.facts.format.isRaw
    draft.facts.colorModel = main.colorModel ?? (isRaw ? .rgb : nil)
    if draft.facts.format == .cr2, let width = reader.exifSize.width,
      let height = reader.exifSize.height
    {
      // Canon's first directory describes the preview, its last one has no size.
      draft.setSize(
        width: try block.unsigned(width, &window) ?? 0,
        height: try block.unsigned(height, &window) ?? 0)
    }
    if !draft.hasSize, !main.isReduced || !isRaw {
      draft.setSize(width: main.width, height: main.height)
    }
    if let preview = main.preview(in: block, isRaw: isRaw) { draft.offer(preview) }
    guard isRaw else { return }
    if next != 0 {
      let thumbnail = try reader.readImage(at: next, &window, into: &draft)
      if let preview = thumbnail.preview(in: block, isRaw: true) { draft.offer(preview) }
    }
    if let entry = reader.subDirectories {
      try readSubDirectories(entry, with: &reader, &window, into: &draft)
    }
    if !draft.hasSize { draft.setSize(width: main.width, height: main.height) }
  }

  /// A raw file keeps its full picture in a sub-directory, the smaller ones are previews.
  private static func readSubDirectories(
    _ entry: TIFFEntry, with reader: inout ExifReader, _ window: inout HeaderWindow,
    into draft: inout FactsDraft
  ) throws(MediaError) {
    for index in 0..<min(entry.count, subDirectoryLimit) {
      guard let offset = try reader.block.unsigned(entry, index: index, &window) else { return }
      let image = try reader.readImage(at: offset, &window, into: &draft)
      if image.isReduced {
        if let preview = image.preview(in: reader.block, isRaw: true) { draft.offer(preview) }
      } else {
        draft.growSize(width: image.width, height: image.height)
        if let model = image.colorModel { draft.facts.colorModel = model }
      }
    }
  }

  /// Nikon and Sony files are told by their maker and by a small main picture with the full one
  /// in a sub-directory; a TIFF that was exported from one keeps the maker, not that structure.
  private static func rawFormat(
    of reader: ExifReader, _ main: TIFFImage, make: ShortText
  ) -> MediaFormat? {
    if reader.hasDNGVersion { return .dng }
    guard reader.subDirectories != nil, main.isReduced else { return nil }
    return make.withBytes { bytes in
      if bytes.starts(with: "NIKON".utf8) { return .nef }
      return bytes.starts(with: "SONY".utf8) ? .arw : nil
    }
  }
}
