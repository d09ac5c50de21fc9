internal import Platform

/// Names of contents from shards, equal for equal bytes, so that a run need not compare files.
package struct KnownContents: RunResource {
  private let names: [[UInt8]: String]

  init?(_ places: [ShardPlace]) {
    var names: [[UInt8]: String] = [:]
    for place in places {
      guard let content = place.content else { continue }
      withExtendedLifetime(place.identifier) { names[Array(place.identifier.bytes)] = content }
    }
    if names.isEmpty { return nil }
    self.names = names
  }

  /// The name of an asset's content, the same for equal bytes; nil if no shard determined it.
  package subscript(_ asset: Asset) -> String? {
    let identifier = asset.identifierBytes
    return withExtendedLifetime(identifier) { names[Array(identifier.bytes)] }
  }
}

extension RunContext {
  /// The names of contents from shards; nil for a run that compares files itself.
  package var knownContents: KnownContents? {
    get { resources[KnownContents.self] }
    set { resources[KnownContents.self] = newValue }
  }
}
