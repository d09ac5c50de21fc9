/// What arrived in a library: the only assets that a run looks at, which are judged by themselves.
package struct Arrivals: RunResource {
  /// The library, as ``LibraryPlace/path`` has it.
  package let library: String
  /// The `localIdentifier`s of the assets, in the order in which they arrived.
  package let identifiers: [OwnedBytes]

  package init(library: String, identifiers: [OwnedBytes]) {
    self.library = library
    self.identifiers = identifiers
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
