/// A rule's pipeline, checked and laid out: what the source answers, and the steps that are left.
public struct PipelinePlan: Sendable {
  public let source: any SourceStage
  /// The stages behind the source.
  let transforms: [any TransformStage]
  /// What of the rule may be handed to the source.
  public let query: Query
  /// The steps behind the source, in order.
  public let steps: [any Step]

  /// Lays out stages.
  ///
  /// Tests of filters move to the source as long as no stage in front of them minds.
  init(source: any SourceStage, transforms: [any TransformStage]) {
    self.source = source
    self.transforms = transforms
    var predicates: [Predicate] = []
    var steps: [any Step] = []
    var isOpen = true
    for stage in transforms {
      // Only fields that the source itself knows; labels come from the stages between.
      let answered =
        isOpen && !stage.leadingPredicate.fields.facets.contains(.findings)
      if answered { predicates.append(stage.leadingPredicate) }
      steps += stage.steps(leadingIsAnswered: answered)
      isOpen = isOpen && stage.letsTestsPass
    }
    // Behind the tests that the source answers, an order is the source's to give.
    query = Query(predicate: .conjunction(predicates), order: steps.first?.order ?? [])
    self.steps = steps
  }

  /// How many steps, from the first, may work on batches side by side.
  public var parallelSteps: Int {
    steps.firstIndex { $0.ordering == .source } ?? steps.count
  }
}
