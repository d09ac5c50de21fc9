internal import Platform
internal import Synchronization

/// The state of a fetch that is observed while its library is watched; safe from any thread. Each
/// run compares with the previous one's token, and reports nothing if nothing changed.
package final class ObservationState: RunResource {
  private let state = Lock<String?>(nil)
  private let beginning: Beginning
  /// Returns true if the library exists; the assets of a missing one are not reported as removed.
  package let isThere: @Sendable () -> Bool

  /// The output of the first run.
  package enum Beginning: Sendable {
    /// The changes since the rule's token, if it names one; else nothing.
    case silence
    /// The token alone.
    case token
    /// The output of a fetch that is observed once: the changes, or everything, and the token.
    case changes
  }

  /// - Parameter isThere: Called after all assets were read and before changes are reported.
  package init(_ beginning: Beginning = .silence, isThere: @escaping @Sendable () -> Bool) {
    self.beginning = beginning
    self.isThere = isThere
  }

  /// The token of the last run; nil before the first.
  package var token: String? { state.withLock { $0 } }

  /// True if everything is listed when no earlier fetch is known.
  var givesListing: Bool { beginning == .changes || beginning == .token && token != nil }

  /// True if the token is written even if nothing changed.
  var givesToken: Bool { beginning != .silence && token == nil }

  func note(_ token: ChangeToken) { state.withLock { $0 = "\(token)" } }
}

extension RunContext {
  /// The state of a repeated observation; nil for a fetch that is observed once.
  package var observationState: ObservationState? {
    get { resources[ObservationState.self] }
    set { resources[ObservationState.self] = newValue }
  }
}
