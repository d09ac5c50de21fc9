internal import Platform
internal import Synchronization

/// The state of a fetch that is observed repeatedly while its library is watched; safe from any
/// thread. Each run compares with the previous one's token, and reports nothing if nothing changed.
package final class ObservationState: RunResource {
  private let state = Lock<String?>(nil)
  private let beginning: Beginning
  /// Returns true if the library exists; if it does not, its assets are not reported as removed.
  package let isThere: @Sendable () -> Bool

  /// The output of the first run; later ones write the changes and a new token, or nothing.
  package enum Beginning: Sendable {
    /// The changes since the rule's token, then a new token; nothing without changes or a token.
    case silence
    /// The changes since the rule's token, or no assets if it has none; then a new token.
    case token
    /// The changes since the rule's token, or all assets if it has none; then a new token.
    case changes
  }

  /// - Parameter isThere: Called after all assets were read and before changes are reported.
  package init(_ beginning: Beginning = .silence, isThere: @escaping @Sendable () -> Bool) {
    self.beginning = beginning
    self.isThere = isThere
  }

  /// The token of the last run; nil before the first.
  package var token: String? { state.withLock { $0 } }

  var givesListing: Bool { beginning == .changes || beginning == .token && token != nil }

  var givesToken: Bool { beginning != .silence && token == nil }

  func note(_ token: ChangeToken) { state.withLock { $0 = "\(token)" } }
}

extension RunContext {
  /// The state of an observation that a watch repeats; nil for a fetch that is observed once.
  package var observationState: ObservationState? {
    get { resources[ObservationState.self] }
    set { resources[ObservationState.self] = newValue }
  }
}
