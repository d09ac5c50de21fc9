/// Something that a part of the program keeps for a run, such as a cache; known by its type.
///
/// ```swift
/// extension RunContext {
///   package var thumbnails: ThumbnailCache? {
///     get { resources[ThumbnailCache.self] }
///     set { resources[ThumbnailCache.self] = newValue }
///   }
/// }
/// ```
package protocol RunResource: Sendable {}

/// What parts of the program keep for a run; at most one of each type.
package struct RunResources: Sendable {
  // A few of them; a dictionary would cost a tenth of a millisecond at every start.
  private var kept: [any RunResource] = []
  /// The kinds of what is kept, in its order.
  private var kinds: [ObjectIdentifier] = []

  package init() {}

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
