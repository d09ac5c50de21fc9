/// Where a stage may stand in a rule that observes its fetch.
public enum ObservedUse: Sendable {
  /// Before: it has a part in what is fetched, and gives the same of the same assets.
  case fetch
  /// Behind: it adds to what is known of an asset, and drops none.
  case content
  /// Nowhere.
  case none
}
