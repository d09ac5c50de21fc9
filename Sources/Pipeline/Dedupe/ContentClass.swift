/// Which assets of a run an asset shares its bytes with.
package struct ContentClass: Hashable, Sendable, Finding {
  /// The same for all assets with the same bytes.
  package let number: Int
  /// Whether another asset with these bytes was met before, in whatever lane.
  package let isRepeated: Bool
}
