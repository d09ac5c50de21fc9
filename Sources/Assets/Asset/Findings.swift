/// What the stages of a run learned of one asset; confined to the lane that holds the asset.
package final class Findings {
  /// Why the asset can't go on.
  package var failure: AssetFailure?
  /// How far the loading of the asset is, once that began.
  package var progress: ItemProgress?
  /// Labels given by classify stages, in the order of the rule.
  package var labels: [String] = []
  /// Hashes of the original's bytes, once something needed them.
  package var digests: [ContentDigest] = []
  /// Which other assets of the run have the same bytes, once that was looked for.
  package var content: ContentClass?
  /// The memory that the asset is to be entered into when it is offered, and its key there.
  package var remembrance: Remembrance?
  /// All that the file's metadata says, once something asked for it.
  package var metadata: AssetMetadata?
  /// Whether the record carries ``metadata``, as a load stage wants it.
  package var writesMetadata = false
  /// What load stages brought.
  package var loads: [LoadedRepresentation] = []
  /// Whether a load stage told of the original's bytes.
  package var hasData: Bool {
    loads.contains { load in
      if case .data = load { return true }
      return false
    }
  }
  /// What became of the asset since a token, in a rule that observes its fetch.
  package var change: Change?
  /// What a person is asked, once a notify stage asks.
  package var offer: Offer?
  /// What became of the offer.
  package var prompt: Prompt?
}
