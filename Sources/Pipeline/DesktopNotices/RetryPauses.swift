/// The growing pauses between attempts to show a notification again, each twice as long as the one
/// before.
struct RetryPauses: Sendable {
  private var next: Duration
  private let longest: Duration

  init(from first: Duration = .milliseconds(100), upTo longest: Duration = .seconds(5)) {
    next = first
    self.longest = longest
  }

  mutating func take() -> Duration {
    defer { next = min(next * 2, longest) }
    return next
  }
}
