/// What the readers of movies share: facts that are absent, never 0, when they are not known.
extension FactsDraft {
  /// More than a year is no duration of a movie.
  private static let longestMilliseconds: UInt64 = 366 * 86_400_000
  /// The fastest cameras take some ten thousand frames a second.
  private static let fastestRate = 100_000.0

  /// Sets the duration from a count of ticks.
  mutating func setDuration(ticks: UInt64, perSecond: UInt64) {
    guard perSecond > 0, ticks > 0 else { return }
    let (whole, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
    guard whole < Self.longestMilliseconds / 1000, perSecond < 1 << 48 else { return }
    setDuration(milliseconds: whole * 1000 + rest * 1000 / perSecond)
  }

  /// Sets the duration from seconds, as the formats that count in floating point do.
  mutating func setDuration(seconds: Double) {
    guard seconds > 0, seconds < Double(Self.longestMilliseconds / 1000) else { return }
    // What is a whole number of milliseconds may be a little less in floating point.
    setDuration(milliseconds: UInt64(seconds * 1000 + 0.000_001))
  }

  private mutating func setDuration(milliseconds: UInt64) {
    guard milliseconds > 0, milliseconds < Self.longestMilliseconds else { return }
    facts.durationMilliseconds = Int64(milliseconds)
  }

  /// Sets the frame rate; what no camera reaches is no rate.
  mutating func setFrameRate(_ rate: Double) {
    guard rate > 0, rate <= Self.fastestRate else { return }
    facts.frameRate = Float(rate)
  }

  /// Gives the file up: it has the structure of a movie, but no pictures, such as a song.
  mutating func refuse() {
    self = FactsDraft()
    note(.unsupported)
  }
}
