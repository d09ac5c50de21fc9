/// A value that a part of the program stores in a run's context, such as a cache; identified by its
/// type.
///
/// ```swift
/// extension RunContext {
///   package var thumbnails: ThumbnailCache? {
///     get { resources[ThumbnailCache.self] }
///     set { resources[ThumbnailCache.self] = newValue }
///   }
/// }
/// ```
package protocol RunResource: Sendable {
  /// Returns the value for one evaluation of a watch; by default the one of the whole watch.
  func forEvaluation() -> Self

  /// Notes the end of an evaluation of a watch; by default does nothing.
  func endEvaluation()
}

extension RunResource {
  package func forEvaluation() -> Self { self }
  package func endEvaluation() {}
}

/// The values that parts of the program store for a run; at most one of each type.
package struct RunResources: Sendable {
  // An array, as there are only a few; a dictionary would cost a tenth of a millisecond at every
  // start.
  private var kept: [any RunResource] = []
  private var kinds: [ObjectIdentifier] = []

  package init() {}

  /// Returns the values for one evaluation of a watch, which ends with ``endEvaluation()``.
  package func forEvaluation() -> RunResources {
    var own = self
    own.kept = kept.map { $0.forEvaluation() }
    return own
  }

  package func endEvaluation() {
    for resource in kept { resource.endEvaluation() }
  }

  /// The stored value of a type; nil if none exists.
  package subscript<Kind: RunResource>(_ kind: Kind.Type) -> Kind? {
    get { kinds.firstIndex(of: ObjectIdentifier(kind)).flatMap { kept[$0] as? Kind } }
    set {
      let place = kinds.firstIndex(of: ObjectIdentifier(kind))
      switch (place, newValue) {
      case (let place?, let newValue?): kept[place] = newValue
      case (let place?, nil):
        kept.remove(at: place)
        kinds.remove(at: place)
      case (nil, let newValue?):
        kept.append(newValue)
        kinds.append(ObjectIdentifier(kind))
      case (nil, nil): break
      }
    }
  }
}
