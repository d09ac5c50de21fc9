internal import Platform
internal import Synchronization

/// The assets that arrived in a watched library. The run processes only these, each by itself.
package struct Arrivals: RunResource {
  /// The path of the library, as in ``LibraryPlace/path``.
  package let library: String
  /// The `localIdentifier`s of the assets, in the order in which they arrived.
  package let identifiers: [OwnedBytes]
  /// The cache shared with other arrivals that were found at the same time.
  package let findings: ArrivalCache
  /// True if a missing asset is a failure, because it was just listed. Else it is ignored.
  package let areListed: Bool
  /// True if no other file in the assets' folders can belong to one of them.
  package let areAlone: Bool
  /// The index of the rule's pipeline that gets the assets, from 0; nil for all.
  package let pipeline: Int?

  package init(
    library: String, identifiers: [OwnedBytes], findings: ArrivalCache, areListed: Bool = false,
    areAlone: Bool = false, pipeline: Int? = nil
  ) {
    self.areListed = areListed
    self.areAlone = areAlone
    self.pipeline = pipeline
    self.library = library
    self.identifiers = identifiers
    self.findings = findings
  }

  /// Returns the same assets for a later evaluation, with an empty cache: its open files would
  /// prevent unmounting a disk.
  package func later(for pipeline: Int? = nil) -> Arrivals {
    Arrivals(
      library: library, identifiers: identifiers, findings: ArrivalCache(),
      pipeline: pipeline ?? self.pipeline)
  }
}

/// A cache that arrivals of one moment share, so that a thousand files in one folder don't list it
/// a thousand times; safe from any thread.
package final class ArrivalCache: Sendable {
  private let kept = Lock(RunResources())

  package init() {}

  /// The cached value of a type; nil for none.
  package subscript<Kind: RunResource>(_ kind: Kind.Type) -> Kind? {
    get { kept.withLock { $0[kind] } }
    set { kept.withLock { $0[kind] = newValue } }
  }
}

extension Arrivals {
  /// The test that selects the arrivals among the library's assets.
  package var predicate: AssetPredicate {
    .oneOf(.localIdentifier, identifiers.map { .text(TextConstant($0.string)) })
  }
}

extension RunContext {
  /// The only assets that the run processes; nil for all.
  package var arrivals: Arrivals? {
    get { resources[Arrivals.self] }
    set { resources[Arrivals.self] = newValue }
  }
}
