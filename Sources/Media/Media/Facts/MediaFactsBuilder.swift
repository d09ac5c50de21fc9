/// The facts of a file while they are collected, with the state needed to complete them.
package struct MediaFactsBuilder {
  var facts = MediaFacts()
  var orientation = Orientation.upright
  private var storedWidth: UInt32 = 0
  private var storedHeight: UInt32 = 0
  private var dates = DateChoice()
  private var colors = ColorFacts()
  /// True if the file says how precise its location is, as only a receiver with a fix can.
  private var locationIsMeasured = false

  package init() {}

  /// Records a problem unless one is known: later ones are usually its consequence.
  mutating func note(_ problem: MediaProblem) {
    if facts.problem == nil { facts.problem = problem }
  }

  /// Sets the size of the stored pixels; a side that is 0 or absurdly large is ignored.
  mutating func setSize(width: some BinaryInteger, height: some BinaryInteger) {
    let (width, height) = (UInt32(clamping: width), UInt32(clamping: height))
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else { return }
    (storedWidth, storedHeight) = (width, height)
  }

  /// Sets the size if it covers more pixels than the known one; returns true if it does.
  @discardableResult
  mutating func growSize(width: some BinaryInteger, height: some BinaryInteger) -> Bool {
    let area = UInt64(UInt32(clamping: width)) &* UInt64(UInt32(clamping: height))
    guard area > UInt64(storedWidth) &* UInt64(storedHeight) else { return false }
    setSize(width: width, height: height)
    return true
  }

  mutating func shrinkSize(width: UInt64, height: UInt64) {
    guard width <= storedWidth, height <= storedHeight else { return }
    setSize(width: width, height: height)
  }

  var hasSize: Bool { storedWidth > 0 }

  /// Offers a date of the file; the one of the highest rank becomes the capture date.
  mutating func offer(_ date: CaptureDate?, rank: DateRank) {
    if let date { dates.offer(date, rank: rank) }
  }

  /// Records that the movie comes from a camera that writes its local clock instead of UTC.
  mutating func noteLocalClock() { dates.keepsLocalClock = true }

  /// True if the time of capture by EXIF is known, which takes precedence over all other dates.
  var hasOriginalDate: Bool { dates.bestRank == .exifOriginal }

  /// True if another source in the file can't add to the date, not even its zone.
  var hasWholeDate: Bool { hasOriginalDate && !dates.lacksZone }

  /// Sets the preview if it is larger than the known one.
  mutating func offer(_ preview: EmbeddedPreview) {
    if let known = facts.embeddedPreview, known.range.count >= preview.range.count { return }
    facts.embeddedPreview = preview
  }

  /// Records that the file says how precise its location is.
  mutating func noteMeasuredLocation() { locationIsMeasured = true }

  mutating func setUserComment(_ comment: ShortText) {
    guard !comment.isEmpty else { return }
    if comment.equals("Screenshot") { facts.saysScreenshot = true }
    if facts.userComment.isEmpty { facts.userComment = comment }
  }

  /// Returns the facts with orientation applied to the size.
  mutating func finish() -> MediaFacts {
    facts.orientation = orientation.number
    let (width, height) = (Int32(clamping: storedWidth), Int32(clamping: storedHeight))
    (facts.pixelWidth, facts.pixelHeight) =
      orientation.swapsSides ? (height, width) : (width, height)
    if facts.location?.isOrigin == true, !locationIsMeasured { facts.location = nil }
    if !hasSize, facts.format != .unknown { note(.sizeMissing) }
    facts.captureDate = dates.best(
      lasting: facts.format.isVideo ? facts.durationMilliseconds ?? 0 : 0)
    colors.finish(&facts)
    return facts
  }
}

extension MediaFactsBuilder {
  mutating func setAlpha(_ isThere: Bool) {
    facts.hasAlpha = isThere || facts.hasAlpha == true
  }

  mutating func setDepth(_ bits: some BinaryInteger) {
    if bits > 0, bits <= 64 { facts.depth = UInt8(bits) }
  }

  /// Records EXIF's ColorSpace, which counts if no profile is embedded.
  mutating func takeColorSpace(_ number: UInt64?) { colors.space = number }

  /// Records that a camera by Apple gives a gain map in its own form.
  mutating func noteAppleGain() { colors.hasAppleGain = true }

  /// Records that a JPEG contains further pictures (CIPA DC-007), such as Apple's gain maps.
  mutating func noteMorePictures() { colors.hasMorePictures = true }
}

/// Facts that tell the colour profile or a gain map once the whole header is read.
private struct ColorFacts {
  var space: UInt64?
  var hasAppleGain = false
  var hasMorePictures = false

  func finish(_ facts: inout MediaFacts) {
    if hasAppleGain, hasMorePictures { facts.traits.insert(.gainMap) }
    guard facts.profileName.isEmpty, facts.colorModel == .rgb, !facts.format.isRaw else { return }
    switch space {
    case 1: facts.profileName = "sRGB IEC61966-2.1"
    // Not a value of EXIF itself, but of many cameras.
    case 2: facts.profileName = "Adobe RGB (1998)"
    default: break
    }
  }
}
