internal import Platform
internal import Synchronization

/// Whether anybody still looks at the page: its server ends some time after the last one was closed.
///
/// Safe from any thread.
package final class Presence: Sendable {
  private struct State {
    var streams = 0
    var hadStream = false
    var last = ContinuousClock.now
  }

  private let state = Lock(State())
  private let patience: Duration

  /// How long a page may take that has no stream: one that is being opened, or without scripts.
  private static let slowness = 15

  /// - Parameter patience: how long a page that was closed may take to come back, as a reload does.
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

  package var isOver: Bool {
    state.withLock { state in
      guard state.streams == 0 else { return false }
      let patience = state.hadStream ? patience : patience * Self.slowness
      return state.last.duration(to: .now) > patience
    }
  }
}
