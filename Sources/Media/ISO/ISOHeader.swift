/// Reads files built of boxes: HEIF pictures, movies and Canon's CR3.
enum ISOHeader {
  static func read(
    _ window: inout HeaderWindow, into draft: inout FactsDraft
  ) throws(MediaError) {
    let isImage = draft.facts.format.isImage
    let isSequence = isImage ? try startsWithSequenceBrand(&window) : false
    var movie = MovieReader()
    var boxes = BoxList(from: 0, to: window.size)
    var hasItems = false
    var isDone = false
    while !isDone, let box = try boxes.next(&window, &draft) {
      switch box.type {
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
      case BoxType.uuid where draft.facts.format == .cr3:
        try CR3Header.readPreview(box, &window, into: &draft)
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

  /// Whether the file's main brand is that of a picture sequence.
  private static func startsWithSequenceBrand(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    guard let head = try window.bytes(at: 0, count: 12) else { return false }
    return head.has("msf1", at: 8) || head.has("hevc", at: 8) || head.has("hevx", at: 8)
      || head.has("avis", at: 8)
  }
}
