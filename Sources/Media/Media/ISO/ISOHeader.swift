/// A reader of files that consist of boxes: HEIF pictures, movies and Canon's CR3.
enum ISOHeader {
  /// The number of boxes after a movie's header that are examined.
  private static let trailingLimit = 8

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    let isImage = draft.facts.format.isImage
    let isSequence = isImage ? try startsWithSequenceBrand(&window) : false
    var movie = MovieReader()
    var boxes = BoxList(from: 0, to: window.size)
    var hasItems = false
    var isDone = false
    while !isDone, let box = try boxes.next(&window, &draft) {
      switch box.type {
      case BoxType.ftyp where !isImage:
        if try MovieClock.isLocal(brandsOf: box, &window) { draft.noteLocalClock() }
      case BoxType.meta where isImage && !hasItems:
        var items = HEIFItems()
        try items.read(box, &window, into: &draft)
        hasItems = true
        isDone = !isSequence
      case BoxType.moov where draft.facts.format == .cr3:
        try CR3Header.read(box, &window, into: &draft)
      case BoxType.moov:
        try movie.read(box, &window, into: &draft)
        isDone = !isImage || hasItems
        if !isImage { try readTrailingXMP(boxes, &window, into: &draft) }
      case BoxType.uuid where draft.facts.format == .cr3:
        try readXMP(box, &window, into: &draft)
        try CR3Header.readPreview(box, &window, into: &draft)
      case BoxType.uuid where !isImage:
        try readXMP(box, &window, into: &draft)
      case BoxType.mdat where draft.facts.format == .cr3:
        isDone = true
      default: break
      }
    }
    if isSequence {
      draft.facts.isAnimated = true
      draft.facts.frameCount = movie.sampleCount
    }
  }

  /// Looks for XMP after the movie's header, where Adobe's programs append it. A file that ends
  /// there has a complete header, so no problem is noted.
  private static func readTrailingXMP(
    _ boxes: BoxList, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var (boxes, quiet) = (boxes, MediaFactsBuilder())
    for _ in 0..<trailingLimit {
      guard draft.facts.xmpBlock == nil, let box = try boxes.next(&window, &quiet) else { return }
      if box.type == BoxType.uuid { try readXMP(box, &window, into: &draft) }
    }
  }

  /// Reads the packet of the `uuid` box that XMP's specification defines (part 3, 1.2.7).
  private static func readXMP(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard box.count > 16, let identifier = try window.bytes(at: box.payload, count: 16),
      identifier.big64(0) == 0xBE7A_CFCB_97A9_42E8, identifier.big64(8) == 0x9C71_9994_91E3_AFAC
    else { return }
    try MetadataBlock.readXMP(
      at: box.payload + 16, count: box.count - 16, &window, into: &draft)
  }

  /// Returns true if the file's main brand is that of a picture sequence.
  private static func startsWithSequenceBrand(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    guard let head = try window.bytes(at: 0, count: 12) else { return false }
    return head.has("msf1", at: 8) || head.has("hevc", at: 8) || head.has("hevx", at: 8)
      || head.has("avis", at: 8)
  }
}
