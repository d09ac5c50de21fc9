/// What a rule may need besides a library; a rule that does says so in `wants`.
package enum Capability: String, Hashable, Sendable, CaseIterable {
  case exec
  case network
  case references
  case write

  /// What a person allows.
  package var summary: String {
    switch self {
    case .exec: "start other programs"
    case .network: "use the network"
    case .references: "read originals outside of the library"
    case .write: "write files outside of the cache"
    }
  }
}
