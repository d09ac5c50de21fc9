internal import Platform
internal import Synchronization

/// What arrived in a library: the only assets that a run looks at, which are judged by themselves.
package struct Arrivals: RunResource {
  /// The library, as ``LibraryPlace/path`` has it.
  package let library: String
  /// The `localIdentifier`s of the assets, in the order in which they arrived.
  package let identifiers: [OwnedBytes]
  /// What was found out for others that were found at the same time.
  package let findings: ArrivalFindings
  /// Whether one that is not there is a failure, as somebody listed it a moment ago; else it is no
  /// news.
  package let areListed: Bool
  /// Whether no other file of their folders can belong together with one of them.
  package let areAlone: Bool

  package init(
    library: String, identifiers: [OwnedBytes], findings: ArrivalFindings, areListed: Bool = false,
    areAlone: Bool = false
  ) {
    self.areListed = areListed
    self.areAlone = areAlone
    self.library = library
    self.identifiers = identifiers
    self.findings = findings
  }
}

/// What a library found out for arrivals that were found at one time, so that a thousand files in one
/// folder don't list it a thousand times; safe from any thread.
package final class ArrivalFindings: Sendable {
  private let kept = Lock(RunResources())

  package init() {}

  package subscript<Kind: RunResource>(_ kind: Kind.Type) -> Kind? {
    get { kept.withLock { $0[kind] } }
    set { kept.withLock { $0[kind] = newValue } }
  }
}

extension Arrivals {
  /// The test of an asset of the library whether it is among them.
  package var predicate: Predicate {
    .oneOf(.localIdentifier, identifiers.map { .text(TextConstant($0.string)) })
  }
}

extension RunContext {
  /// The only assets that the run looks at; nil for all.
  package var arrivals: Arrivals? {
    get { resources[Arrivals.self] }
    set { resources[Arrivals.self] = newValue }
  }
}
