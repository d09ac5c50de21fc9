internal import Platform
internal import Synchronization

/// The last events of a watched rule, and the number of its assets that wait for an answer; all
/// versions of the rule share it. Safe from any thread.
package final class WatchActivity: Sendable {
  private let state = Lock(State())

  /// An event, such as the arrival of an asset or an error.
  package struct Event: Equatable, Sendable {
    package let text: String
    package let moment: Instant

    package init(text: String, moment: Instant) {
      (self.text, self.moment) = (text, moment)
    }
  }

  private struct State {
    var waiting = 0
    var arrivals: [String: Event] = [:]
    var error: Event?
  }

  package init() {}

  /// The number of assets that wait for an answer.
  package var waiting: Int { state.withLock { $0.waiting } }

  /// The last error; nil for none so far.
  package var lastError: Event? { state.withLock { $0.error } }

  /// Returns the last arrival in a library; nil for none so far.
  package func lastArrival(in library: String) -> Event? { state.withLock { $0.arrivals[library] } }

  package func noteArrival(_ identifier: String, in library: String) {
    let event = Event(text: identifier, moment: .current)
    state.withLock { $0.arrivals[library] = event }
  }

  package func noteError(_ text: String) {
    let event = Event(text: text, moment: .current)
    state.withLock { $0.error = event }
  }

  /// Adds assets that wait for an answer, or removes them with a negative number.
  func addWaiting(_ count: Int) { state.withLock { $0.waiting += count } }
}
