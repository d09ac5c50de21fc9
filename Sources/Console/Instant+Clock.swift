internal import Files
package import Pipeline

extension Instant {
  /// What the system's clock shows.
  package static var current: Instant {
    Instant(milliseconds: CatalogueClock.systemTime() / 1_000_000)
  }
}
