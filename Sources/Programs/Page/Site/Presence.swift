internal import Platform
internal import Synchronization

/// The open pages; the server ends some time after the last one was closed. Safe from any thread.
package final class Presence: Sendable {
  private struct State {
    var streams = 0
    var hadStream = false
    var last = ContinuousClock.now
  }

  private let state = Lock(State())
  private let patience: Duration

  /// The factor of `patience` for a page that is being opened, or has no scripts to report it open.
  private static let slowness = 15

  /// Waits `patience` for a closed page to come back, as after a reload.
  package init(patience: Duration) {
    self.patience = patience
  }

  func note() { state.withLock { $0.last = .now } }

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
    }
  }

  /// True if no page has been open for longer than the patience.
  package var isOver: Bool {
    state.withLock { state in
      guard state.streams == 0 else { return false }
      let patience = state.hadStream ? patience : patience * Self.slowness
      return state.last.duration(to: .now) > patience
    }
  }
}
