/// A rule's pipeline, checked and laid out: what the source answers, and the steps that are left.
public struct PipelinePlan: Sendable {
  public let source: any SourceStage
  /// The part of the rule that may be passed to the source.
  public internal(set) var query: Query
  /// The steps behind the source, in order.
  public internal(set) var steps: [any Step]
  /// The fetch that is observed, in a rule that reports changes instead of assets.
  public let observed: ObservedFetch?
  /// The fields that the rule knows: those of every rule and what its stages add.
  public let fields: FieldTable
  /// The fields of these that stages add, by stage, in order.
  public let additions: [Addition]
  /// The capabilities that its stages can't do without, in order.
  package let needs: [CapabilityNeed]
  /// Whether a stage offers assets.
  let hasOffers: Bool
  private let transforms: [PlannedTransform]
  /// The place of the step that a source makes needless which gives its assets in the query's order.
  var orderPlace: Int?

  /// The fields that a stage is the first to add.
  public struct Addition: Sendable {
    public let stage: String
    public let fields: [AddedField]
  }

  /// The option that every stage behind the source has.
  public static var condition: OptionDescription { OptionDescription.condition }

  /// Lays out stages.
  ///
  /// Tests of filters move to the source as long as no stage in front of them minds.
  package init(
    source: any SourceStage, transforms: [PlannedTransform], observed: ObservedFetch? = nil,
    fields: FieldTable = FieldTable(), additions: [Addition] = [],
    needs: [CapabilityNeed] = []
  ) {
    self.needs = needs
    self.fields = fields
    self.additions = additions
    self.source = source
    self.observed = observed
    hasOffers = transforms.contains { $0.stage.traits.offerUse != nil }
    self.transforms = transforms
    let chosen =
      source.traits.listsAlbums
      ? transforms.prefix { $0.stage.traits.albumUse == .members } : transforms[...]
    var predicates: [Predicate] = []
    var steps: [any Step] = []
    var isOpen = true
    var isObserved = false
    for transform in chosen {
      // Only fields that the source itself knows; labels come from the stages between.
      let tested = transform.leadingPredicate.fields.subtracting(fields.given)
      let answered = isOpen && !tested.facets.contains(.findings)
      if answered { predicates.append(transform.leadingPredicate) }
      let own = transform.steps(leadingIsAnswered: answered)
      steps += isObserved ? own.map { KeptFailureStep(ofChanged: $0) } : own
      if transform.stage.traits.observesSince != nil { isObserved = true }
      isOpen = isOpen && transform.stage.traits.letsTestsPass
    }
    // Where the steps in front of it look at one asset after the other, whatever their order, an
    // order is the source's to give.
    let front = source.traits.listsAlbums ? 0 : steps.prefix { $0.ordering == .any }.count
    let place = steps.prefix(front + 1).firstIndex { !$0.traits.order.isEmpty }
    orderPlace = place
    // Which of them come through is the source's to say where nothing but that order is in front.
    let slice =
      source.traits.listsAlbums || place ?? 0 > 0
      ? nil : steps.dropFirst(place == nil ? 0 : 1).first?.traits.slice
    query = Query(
      predicate: .conjunction(predicates), order: place.map { steps[$0].traits.order } ?? [],
      offset: slice?.offset ?? 0, limit: slice?.limit)
    guard source.traits.listsAlbums else {
      self.steps = steps
      return
    }
    let members: any Step = AlbumMembersStep(
      query, steps, keepsEmpty: chosen.contains { $0.stage.traits.keepsEmptyAlbums })
    self.steps = transforms[chosen.endIndex...].reduce(into: [members]) { steps, transform in
      let own = transform.steps(leadingIsAnswered: false)
      steps += isObserved ? own.map { KeptFailureStep(ofChanged: $0) } : own
      if transform.stage.traits.observesSince != nil { isObserved = true }
    }
  }

  /// The same plan with another source.
  package func reading(_ source: any SourceStage) -> PipelinePlan {
    PipelinePlan(
      source: source, transforms: transforms, observed: observed, fields: fields,
      additions: additions, needs: needs)
  }

  /// The words of the stages that leave alone what was delivered without a question, each once.
  ///
  /// - Parameter hasOutput: whether the user named a place for what stages make.
  public func attendedStages(hasOutput: Bool) -> [String] {
    transforms.filter { $0.needsAnswer(hasOutput: hasOutput) }.reduce(into: []) {
      names, transform in
      let name = transform.name
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The folders that its stages put files into and the rule names, as absolute paths.
  package var writtenFolders: [String] { transforms.compactMap(\.stage.traits.writtenFolder) }

  /// How many milliseconds may pass under a watch without an offer until the user is told; nil for
  /// any time.
  package var quietTime: Int64? { transforms.compactMap(\.stage.traits.quietTime).min() }

  /// The programs that the rule starts, in order.
  public var programs: [ProgramCall] {
    ([source.traits] + transforms.map(\.stage.traits)).compactMap(\.program)
  }

  /// Whether a step does something outside of the run.
  package var acts: Bool {
    steps.contains { step in
      if case .never = step.traits.acts { false } else { true }
    }
  }

  /// Whether a step does something outside of the run also where the user named no place for what it
  /// makes.
  package var alwaysActs: Bool {
    steps.contains { step in
      if case .always = step.traits.acts { true } else { false }
    }
  }

  /// How many steps, from the first, may work on batches side by side.
  public var parallelSteps: Int {
    steps.firstIndex { $0.ordering == .source } ?? steps.count
  }
}
