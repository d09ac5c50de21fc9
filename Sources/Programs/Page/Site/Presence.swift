internal import Platform
internal import Synchronization

/// The open pages; the server ends some time after the last one was closed. Safe from any thread.
package final class Presence: Sendable {
  private struct State {
    var streams = 0
    var hadStream = false
    var last = ContinuousClock.now
    /// The time at which a page has said that it is closed; nil after any other request.
    var left: ContinuousClock.Instant?
  }

  private let state = Lock(State())
  private let patience: Duration

  /// The time to wait after a page was closed, as it may only be reloading.
  private static let reload = Duration.seconds(2)
  /// The time to wait for the first page: this duration, or this multiple of the patience if that
  /// is shorter; never less than the patience.
  private static let opening = (Duration.seconds(300), 15)

  /// Waits `patience` for a page that fell silent, as on a locked phone.
  package init(patience: Duration) {
    self.patience = patience
  }

  func note() {
    state.withLock { state in
      state.last = .now
      state.left = nil
    }
  }

  /// Notes that a page was closed.
  func leave() { state.withLock { $0.left = .now } }

  func openStream() {
    state.withLock { state in
      state.streams += 1
      state.hadStream = true
    }
  }

  func closeStream() {
    state.withLock { state in
      state.streams -= 1
      state.last = .now
      // Another page was closed before, and this one is only silent.
      if let left = state.left, left.duration(to: .now) > Self.reload { state.left = nil }
    }
  }

  /// True if no page is open and the time to wait for one has passed: at most 2 seconds after a
  /// page was closed, the patience after it fell silent, at least that before the first one.
  package var isOver: Bool {
    state.withLock { state in
      guard state.streams == 0 else { return false }
      let opening = max(patience, min(Self.opening.0, patience * Self.opening.1))
      let patience =
        state.left != nil ? min(patience, Self.reload) : state.hadStream ? patience : opening
      return state.last.duration(to: .now) > patience
    }
  }
}
