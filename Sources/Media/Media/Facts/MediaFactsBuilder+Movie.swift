extension MediaFactsBuilder {
  /// The maximum duration of a movie, about a year.
  private static let longestMilliseconds: UInt64 = 366 * 86_400_000
  /// The maximum frame rate; the fastest cameras take some ten thousand frames a second.
  private static let fastestRate = 100_000.0

  mutating func setDuration(ticks: UInt64, perSecond: UInt64) {
    guard perSecond > 0, ticks > 0 else { return }
    let (whole, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
    guard whole < Self.longestMilliseconds / 1000, perSecond < 1 << 48 else { return }
    setDuration(milliseconds: whole * 1000 + rest * 1000 / perSecond)
  }

  /// Sets the duration from seconds, for formats that use floating point.
  mutating func setDuration(seconds: Double) {
    guard seconds > 0, seconds < Double(Self.longestMilliseconds / 1000) else { return }
    // A whole number of milliseconds may be slightly less in floating point.
    setDuration(milliseconds: UInt64(seconds * 1000 + 0.000_001))
  }

  private mutating func setDuration(milliseconds: UInt64) {
    guard milliseconds > 0, milliseconds < Self.longestMilliseconds else { return }
    facts.durationMilliseconds = Int64(milliseconds)
  }

  /// Sets the frame rate; values that no camera reaches are ignored.
  mutating func setFrameRate(_ rate: Double) {
    guard rate > 0, rate <= Self.fastestRate else { return }
    facts.frameRate = Float(rate)
  }

  /// Rejects the file: it has the structure of a movie, but no pictures, such as a song.
  mutating func refuse() {
    self = MediaFactsBuilder()
    note(.unsupported)
  }
}
