internal import Platform

/// Names of contents that shards found out, the same for equal bytes; a run that has them compares no
/// bytes again.
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

  /// The name of an asset's content, the same for equal bytes; nil if no shard found it out.
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
