internal import Platform
internal import Synchronization

/// A fetch that is observed as long as its library is watched: each run goes by the token of the one
/// before, and says nothing where nothing of the fetch changed.
///
/// Safe from any thread.
package final class ObservationCourse: RunResource {
  private let state = Lock<String?>(nil)
  private let beginning: Beginning
  /// Whether the library is there; what can't be seen was not removed.
  package let isThere: @Sendable () -> Bool

  /// What the first run says.
  package enum Beginning: Sendable {
    /// Changes since the rule's token, where it names one; else nothing.
    case silence
    /// The token alone.
    case token
    /// The same as a fetch that is observed once: what changed, or everything, and the token.
    case changes
  }

  /// - Parameter isThere: asked when all was read and before anything is reported.
  package init(_ beginning: Beginning = .silence, isThere: @escaping @Sendable () -> Bool) {
    self.beginning = beginning
    self.isThere = isThere
  }

  /// The token of the last run; nil before the first.
  package var token: String? { state.withLock { $0 } }

  /// Whether everything is listed where no fetch before is known.
  var givesListing: Bool { beginning == .changes || beginning == .token && token != nil }

  /// Whether the token is given even if nothing changed.
  var givesToken: Bool { beginning != .silence && token == nil }

  func note(_ token: ChangeToken) { state.withLock { $0 = "\(token)" } }
}

extension RunContext {
  /// How far a fetch is that is observed again and again; nil for a fetch that is observed once.
  package var observationCourse: ObservationCourse? {
    get { resources[ObservationCourse.self] }
    set { resources[ObservationCourse.self] = newValue }
  }
}
