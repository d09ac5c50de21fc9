/// The work of a stage that lets assets through, drops them or adds to what is known of them.
public protocol TransformWork: StageWork {
  /// The stage's work, in order; a filter that also sorts has two steps.
  ///
  /// - Parameter leadingIsAnswered: the source answers ``leadingPredicate``, so no step has to.
  func steps(leadingIsAnswered: Bool) -> [any Step]

  /// The tests that may be handed to the source when nothing in front depends on them.
  var leadingPredicate: Predicate { get }
}

extension TransformWork {
  public var part: StagePart { .transform(self) }
  public var leadingPredicate: Predicate { .always }
}

/// A stage that lets assets through, drops them or adds to what is known of them.
public protocol TransformStage: TransformWork, Stage {}
