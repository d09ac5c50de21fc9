internal import Platform

/// What the contents of assets are known by since shards looked at them, so that nobody has to compare
/// these bytes again.
package struct KnownContents: RunResource {
  private let names: [[UInt8]: String]

  /// Nil where nothing is known.
  init?(_ places: [ShardPlace]) {
    var names: [[UInt8]: String] = [:]
    for place in places {
      guard let content = place.content else { continue }
      withExtendedLifetime(place.identifier) { names[Array(place.identifier.bytes)] = content }
    }
    if names.isEmpty { return nil }
    self.names = names
  }

  /// What an asset's content is known by, the same for equal bytes; nil where that is not known.
  package subscript(_ asset: Asset) -> String? {
    let identifier = asset.identifierBytes
    return withExtendedLifetime(identifier) { names[Array(identifier.bytes)] }
  }
}

extension RunContext {
  /// What shards found out about contents; nil for a run that reads them itself.
  package var knownContents: KnownContents? {
    get { resources[KnownContents.self] }
    set { resources[KnownContents.self] = newValue }
  }
}
