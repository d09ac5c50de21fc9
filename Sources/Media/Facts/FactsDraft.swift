/// Facts while they are gathered, with what is needed until they are complete.
struct FactsDraft {
  var facts = MediaFacts()
  var orientation = Orientation.upright
  private var storedWidth: UInt32 = 0
  private var storedHeight: UInt32 = 0
  private var dateRank = 0

  /// Keeps the first problem: what follows it is most often its consequence.
  mutating func note(_ problem: MediaProblem) {
    if facts.problem == nil { facts.problem = problem }
  }

  /// Sets the size of the stored pixels; a side that is 0 or absurd is no size.
  mutating func setSize(width: some BinaryInteger, height: some BinaryInteger) {
    let (width, height) = (UInt32(clamping: width), UInt32(clamping: height))
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else { return }
    (storedWidth, storedHeight) = (width, height)
  }

  /// Sets the size if it covers more pixels than the one that is known.
  mutating func growSize(width: some BinaryInteger, height: some BinaryInteger) {
    let area = UInt64(UInt32(clamping: width)) &* UInt64(UInt32(clamping: height))
    if area > UInt64(storedWidth) &* UInt64(storedHeight) { setSize(width: width, height: height) }
  }

  /// Sets the size to a part of the one that is known.
  mutating func shrinkSize(width: UInt64, height: UInt64) {
    guard width <= storedWidth, height <= storedHeight else { return }
    setSize(width: width, height: height)
  }

  var hasSize: Bool { storedWidth > 0 }

  /// Offers a capture date; of several, the one of the highest rank stays, then the first.
  mutating func offer(_ date: CaptureDate?, rank: DateRank) {
    guard let date, rank.rawValue > dateRank else { return }
    facts.captureDate = date
    dateRank = rank.rawValue
  }

  /// Whether EXIF says when the picture was taken, so that no other date counts.
  var hasOriginalDate: Bool { dateRank == DateRank.exifOriginal.rawValue }

  /// Keeps the largest preview.
  mutating func offer(_ preview: EmbeddedPreview) {
    if let known = facts.embeddedPreview, known.range.count >= preview.range.count { return }
    facts.embeddedPreview = preview
  }

  mutating func setUserComment(_ comment: ShortText) {
    guard !comment.isEmpty else { return }
    if comment.equals("Screenshot") { facts.saysScreenshot = true }
    if facts.userComment.isEmpty { facts.userComment = comment }
  }

  /// The facts with orientation applied to the size.
  mutating func finish() -> MediaFacts {
    facts.orientation = orientation.number
    let (width, height) = (Int32(clamping: storedWidth), Int32(clamping: storedHeight))
    (facts.pixelWidth, facts.pixelHeight) =
      orientation.swapsSides ? (height, width) : (width, height)
    if !hasSize, facts.format != .unknown { note(.sizeMissing) }
    return facts
  }
}

/// Which of several dates in one file is believed; a higher rank wins.
///
/// EXIF's DateTime and PNG's tIME tell when a picture was last changed, so they come last.
enum DateRank: Int {
  case pngTime = 1
  /// What ImageMagick notes of the file that it read.
  case pngFileDate
  case exifChanged
  case movieHeader
  case xmpCreated
  case xmpPhotoshop
  case pngCreationTime
  case movieMetadata
  case exifDigitized
  case xmpOriginal
  case exifOriginal
}
