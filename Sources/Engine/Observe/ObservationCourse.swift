internal import Platform
internal import Synchronization

/// A fetch that is observed as long as its library is watched: each run goes by the token of the one
/// before, and says nothing where nothing of the fetch changed.
///
/// Safe from any thread.
package final class ObservationCourse: RunResource {
  private let state: Lock<String?>
  /// Whether the library is there; what can't be seen was not removed.
  let isThere: @Sendable () -> Bool

  /// - Parameters:
  ///   - since: the token to begin with; nil where the rule names one, or wants none.
  ///   - isThere: asked when all was read and before anything is told.
  package init(since: String? = nil, isThere: @escaping @Sendable () -> Bool) {
    state = Lock(since)
    self.isThere = isThere
  }

  /// The token of the last run; nil before the first.
  package var token: String? { state.withLock { $0 } }

  func note(_ token: ChangeToken) { state.withLock { $0 = "\(token)" } }
}

extension RunContext {
  /// How far a fetch is that is observed again and again; nil for a fetch that is observed once.
  package var observationCourse: ObservationCourse? {
    get { resources[ObservationCourse.self] }
    set { resources[ObservationCourse.self] = newValue }
  }
}
