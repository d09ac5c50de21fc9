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

  package init() {}

  package subscript<Kind: RunResource>(_ kind: Kind.Type) -> Kind? {
    get {
      for resource in kept where type(of: resource) == kind { return resource as? Kind }
      return nil
    }
    set {
      kept.removeAll { type(of: $0) == kind }
      if let newValue { kept.append(newValue) }
    }
  }
}
