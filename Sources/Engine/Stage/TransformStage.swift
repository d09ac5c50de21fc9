/// A stage that lets assets through, drops them or adds to what is known of them.
public protocol TransformStage: Stage {
  /// The stage's work, in order; a filter that also sorts has two steps.
  ///
  /// - Parameter leadingIsAnswered: the source answers ``leadingPredicate``, so no step has to.
  func steps(leadingIsAnswered: Bool) -> [any Step]

  /// The tests that may be handed to the source when nothing in front depends on them.
  var leadingPredicate: Predicate { get }

  /// What it works on where the source gives albums.
  var albumUse: AlbumUse { get }

  /// An option that was used and that only makes sense for albums.
  var albumOption: String? { get }

  /// Whether albums stay of which nothing counts.
  var keepsEmptyAlbums: Bool { get }

  /// The token since which the stage tells changes, empty for none; nil for all other stages.
  var observesSince: String? { get }

  /// Where it stands in a rule that observes its fetch.
  var observedUse: ObservedUse { get }

  /// Whether tests of later stages may be done before this stage without changing what comes out.
  var letsTestsPass: Bool { get }
}

extension TransformStage {
  public var leadingPredicate: Predicate { .always }
  public var letsTestsPass: Bool { false }
  public var albumUse: AlbumUse { .assets }
  public var albumOption: String? { nil }
  public var observesSince: String? { nil }
  public var observedUse: ObservedUse { .none }
  public var keepsEmptyAlbums: Bool { false }
}
