/// Facts while they are gathered, with what is needed until they are complete.
struct FactsDraft {
  var facts = MediaFacts()
  var orientation = Orientation.upright
  private var storedWidth: UInt32 = 0
  private var storedHeight: UInt32 = 0
  private var dateRank = 0
  private var colors = DraftColors()

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

  /// Sets the size if it covers more pixels than the one that is known, and says whether it does.
  @discardableResult
  mutating func growSize(width: some BinaryInteger, height: some BinaryInteger) -> Bool {
    let area = UInt64(UInt32(clamping: width)) &* UInt64(UInt32(clamping: height))
    guard area > UInt64(storedWidth) &* UInt64(storedHeight) else { return false }
    setSize(width: width, height: height)
    return true
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
    colors.finish(&facts)
    return facts
  }
}

extension FactsDraft {
  mutating func setAlpha(_ isThere: Bool) {
    facts.hasAlpha = isThere || facts.hasAlpha == true
  }

  mutating func setDepth(_ bits: some BinaryInteger) {
    if bits > 0, bits <= 64 { facts.depth = UInt8(bits) }
  }

  /// Takes EXIF's ColorSpace, which counts where no profile is embedded.
  mutating func takeColorSpace(_ number: UInt64?) { colors.space = number }

  /// Notes that Apple's camera wrote down how much brighter a display may show the picture.
  mutating func noteAppleGain() { colors.hasAppleGain = true }

  /// Notes that a JPEG holds further pictures (CIPA DC-007), as Apple's gain maps are.
  mutating func noteMorePictures() { colors.hasMorePictures = true }
}

/// What is known of a picture's colours before it is clear what it means.
private struct DraftColors {
  /// EXIF's ColorSpace.
  var space: UInt64?
  var hasAppleGain = false
  var hasMorePictures = false

  func finish(_ facts: inout MediaFacts) {
    if hasAppleGain, hasMorePictures { facts.traits.insert(.gainMap) }
    guard facts.profileName.isEmpty, facts.colorModel == .rgb, !facts.format.isRaw else { return }
    switch space {
    case 1: facts.profileName = "sRGB IEC61966-2.1"
    // Not of EXIF itself, but of many cameras.
    case 2: facts.profileName = "Adobe RGB (1998)"
    default: break
    }
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
