/// A reader of TIFF files and TIFF-based raw formats.
enum TIFFHeader {
  private static let subDirectoryLimit = 8

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
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
    try readNotedXMP(&window, into: &draft)
    let isRaw = draft.facts.format.isRaw
    draft.facts.colorModel = main.colorModel ?? (isRaw ? .rgb : nil)
    // A raw file's first directory usually describes a preview.
    let isOfPreview = draft.facts.format == .cr2 || draft.facts.format == .iiq
    if !isRaw || !main.isReduced, !isOfPreview { draft.takePixels(of: main) }
    if let profile = main.profile {
      try ICCProfile.readName(
        at: profile.location, count: Int64(profile.count), &window, into: &draft)
    }
    if isOfPreview, let width = reader.exifSize.width,
      let height = reader.exifSize.height
    {
      // Canon's first directory describes the preview, and its last one has no size; Phase One's
      // first directory describes a thumbnail.
      draft.setSize(
        width: try block.unsigned(width, &window) ?? 0,
        height: try block.unsigned(height, &window) ?? 0)
    }
    if !draft.hasSize, !main.isReduced || !isRaw {
      draft.setSize(width: main.width, height: main.height)
    }
    if let preview = main.preview(in: block, isRaw: isRaw) { draft.offer(preview) }
    guard isRaw else { return }
    try readFollowing(next, with: &reader, &window, into: &draft)
    if draft.facts.format == .orf, let note = reader.makerNote {
      try OlympusMakerNote.read(note, of: block, &window, into: &draft)
    }
    if let entry = reader.subDirectories {
      try readSubDirectories(entry, with: &reader, &window, into: &draft)
    }
    if !draft.hasSize { draft.setSize(width: main.width, height: main.height) }
  }

  /// Reads the directory after the main one for its preview; Pentax has a larger one after that.
  private static func readFollowing(
    _ next: UInt64, with reader: inout ExifReader, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var next = next
    for _ in 0..<(draft.facts.format == .pef ? 2 : 1) where next != 0 {
      let (image, following) = try reader.readLinkedImage(at: next, &window, into: &draft)
      if let preview = image.preview(in: reader.block, isRaw: true) { draft.offer(preview) }
      next = following
    }
  }

  /// Reads the XMP packet to which the main directory points.
  static func readNotedXMP(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let range = draft.facts.xmpBlock else { return }
    draft.facts.xmpBlock = nil
    try MetadataBlock.readXMP(at: range.offset, count: range.count, &window, into: &draft)
  }

  /// Reads the sub-directories; a raw file has the full picture and previews there.
  private static func readSubDirectories(
    _ entry: TIFFEntry, with reader: inout ExifReader, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    for index in 0..<min(entry.count, subDirectoryLimit) {
      guard let offset = try reader.block.unsigned(entry, index: index, &window) else { return }
      let image = try reader.readImage(at: offset, &window, into: &draft)
      if image.isReduced {
        if let preview = image.preview(in: reader.block, isRaw: true) { draft.offer(preview) }
      } else {
        if draft.growSize(width: image.width, height: image.height) {
          draft.takePixels(of: image)
        }
        if let model = image.colorModel { draft.facts.colorModel = model }
      }
    }
  }

  /// Detects a raw format by its maker and its structure: a small main picture with the full one in
  /// a sub-directory, or a main picture of the sensor's own pixels. Nil for other files; a TIFF
  /// that was exported from a raw file has the maker, but not that structure.
  private static func rawFormat(
    of reader: ExifReader, _ main: TIFFImage, make: ShortText
  ) -> MediaFormat? {
    if reader.hasDNGVersion { return .dng }
    let hasFullBelow = reader.subDirectories != nil && main.isReduced
    guard hasFullBelow || main.isMosaic else { return nil }
    let hasParts = reader.subDirectories != nil
    return make.withBytes { bytes in
      if bytes.starts(with: "NIKON".utf8), hasFullBelow { return main.isOldJPEG ? .nrw : .nef }
      if bytes.starts(with: "SONY".utf8), hasFullBelow { return .arw }
      if bytes.starts(with: "SAMSUNG".utf8) { return hasParts ? .srw : .pef }
      if bytes.starts(with: "Hasselblad".utf8), hasParts { return .threeFR }
      let isPentax = bytes.starts(with: "PENTAX".utf8) || bytes.starts(with: "RICOH".utf8)
      return isPentax && main.isMosaic ? .pef : nil
    }
  }
}

extension MediaFactsBuilder {
  /// Records the facts about the pixels that a directory describes.
  fileprivate mutating func takePixels(of image: TIFFImage) {
    if let depth = image.depth { facts.depth = depth }
    if let hasAlpha = image.hasAlpha { facts.hasAlpha = hasAlpha }
  }
}
