internal import Files
internal import Pipeline

extension Instant {
  /// What the system's clock shows.
  static var current: Instant {
    Instant(milliseconds: CatalogueClock.systemTime() / 1_000_000)
  }
}
