/// A rule's pipeline, checked and planned: the query for the source, and the remaining steps.
public struct PipelinePlan: Sendable {
  /// The source of the pipeline.
  public let source: any SourceWork
  /// The filter, order and limits of the rule that the source may apply itself.
  public var query: Query
  /// The steps after the source, in order.
  public var steps: [any Step]
  /// The fetch that is observed, in a rule that reports changes; nil in other rules.
  public let observed: ObservedFetch?
  /// The fields that the rule knows: those of every rule and those that its stages add.
  public let fields: FieldTable
  /// The fields that each stage adds, in order.
  public let additions: [Addition]
  /// The capabilities that the rule's stages require, in order.
  package let needs: [RequiredCapability]
  /// The remarks about tests that are valid, but probably do not mean what their author thinks.
  package let advice: [RuleProblem]
  /// True if a stage asks the user about assets.
  package private(set) var hasOffers: Bool
  private let transforms: [PlannedTransform]
  /// The index of the sorting step, not needed if the source returns that order; nil for none.
  package var orderPlace: Int?

  /// The fields that a stage is the first to add.
  public struct Addition: Sendable {
    /// The name of the stage.
    public let stage: String
    /// The fields that the stage is the first to add.
    public let fields: [AddedField]
  }

  /// The option `when`, which every stage after the source has.
  public static var condition: OptionDescription { OptionDescription.condition }

  /// Creates a plan from a source and stages. Tests of filters move to the source as long as the
  /// result stays the same.
  package init(
    source: any SourceWork, transforms: [PlannedTransform], observed: ObservedFetch? = nil,
    fields: FieldTable = FieldTable(), additions: [Addition] = [],
    needs: [RequiredCapability] = [], advice: [RuleProblem] = []
  ) {
    self.needs = needs
    self.advice = advice
    self.fields = fields
    self.additions = additions
    self.source = source
    self.observed = observed
    hasOffers = transforms.contains { $0.stage.traits.offers != nil }
    self.transforms = transforms
    let chosen =
      source.traits.input.listsAlbums
      ? transforms.prefix { $0.stage.traits.albums.use == .members } : transforms[...]
    var predicates: [AssetPredicate] = []
    var steps: [any Step] = []
    var isOpen = true
    var isObserved = false
    for transform in chosen {
      // Only fields that the source itself knows; labels come from stages in between.
      let tested = transform.leadingPredicate.fields.subtracting(fields.given)
      let answered = isOpen && !tested.facets.contains(.findings)
      if answered { predicates.append(transform.leadingPredicate) }
      let own = transform.steps(leadingIsAnswered: answered)
      steps += isObserved ? own.map { KeptFailureStep(ofChanged: $0) } : own
      if transform.stage.traits.observation.since != nil { isObserved = true }
      isOpen = isOpen && transform.stage.traits.letsTestsPass
    }
    // If all steps before it look at one asset after the other, in any order, the source may sort.
    let front = source.traits.input.listsAlbums ? 0 : steps.prefix { $0.ordering == .any }.count
    let place = steps.prefix(front + 1).firstIndex { !$0.traits.fetch.order.isEmpty }
    orderPlace = place
    // If nothing but that order comes before the limit, the source may apply it.
    let slice =
      source.traits.input.listsAlbums || place ?? 0 > 0
      ? nil : steps.dropFirst(place == nil ? 0 : 1).first?.traits.fetch.slice
    query = Query(
      predicate: .conjunction(predicates), order: place.map { steps[$0].traits.fetch.order } ?? [],
      offset: slice?.offset ?? 0, limit: slice?.limit)
    guard source.traits.input.listsAlbums else {
      self.steps = steps
      return
    }
    let members: any Step = AlbumMembersStep(
      query, steps, keepsEmpty: chosen.contains { $0.stage.traits.albums.keepsEmpty })
    self.steps = transforms[chosen.endIndex...].reduce(into: [members]) { steps, transform in
      let own = transform.steps(leadingIsAnswered: false)
      steps += isObserved ? own.map { KeptFailureStep(ofChanged: $0) } : own
      if transform.stage.traits.observation.since != nil { isObserved = true }
    }
  }

  /// Returns the same plan with another source.
  package func reading(_ source: any SourceWork) -> PipelinePlan {
    PipelinePlan(
      source: source, transforms: transforms, observed: observed, fields: fields,
      additions: additions, needs: needs, advice: advice)
  }

  /// The steps at the end of the rule that have effects outside of the run, in order; none if the
  /// rule asks about its assets itself, or gives no assets.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  package func lastActs(hasOutput: Bool) -> [any Step] {
    if hasOffers || observed != nil || input.listsAlbums { return [] }
    return steps[firstActPlace...].filter {
      $0.traits.action.condition.holds(hasOutput: hasOutput)
    }
  }

  private var firstActPlace: Int {
    steps.lastIndex { $0.traits.action.condition == .never }.map { $0 + 1 } ?? 0
  }

  /// Returns the same plan with a step that asks the user in front of those of ``lastActs(hasOutput:)``.
  package func asking(by step: any Step) -> PipelinePlan {
    var plan = self
    plan.steps.insert(step, at: firstActPlace)
    plan.hasOffers = true
    return plan
  }

  /// Returns the names of the stages that skip assets that the user was not asked about, each once.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  public func attendedStages(hasOutput: Bool) -> [String] {
    transforms.filter { $0.needsAnswer(hasOutput: hasOutput) }.reduce(into: []) {
      names, transform in
      let name = transform.name
      if !names.contains(name) { names.append(name) }
    }
  }

  /// True if the plan's records are counts of assets.
  package var countsAssets: Bool { steps.last?.traits.countedKeys != nil }

  /// The behaviour of the plan's source with respect to its input.
  package var input: InputBehaviour { source.traits.input }

  /// The folders that the rule names for files of its stages, as absolute paths.
  package var writtenFolders: [String] {
    transforms.compactMap(\.stage.traits.action.writtenFolder)
  }

  /// The milliseconds without an offer after which a watch notifies the user; nil for no limit.
  package var quietTime: Int64? { transforms.compactMap(\.stage.traits.offers?.quietTime).min() }

  /// The programs that the rule starts, in order.
  public var programs: [ProgramCall] {
    ([source.traits] + transforms.map(\.stage.traits)).compactMap(\.action.program)
  }

  /// The libraries, besides those of the source, with whose files stages compare assets.
  package var otherLibraries: [String] { transforms.flatMap(\.stage.traits.input.otherLibraries) }

  /// True if a step changes something outside of the run, such as files.
  package var acts: Bool {
    steps.contains { $0.traits.action.condition != .never }
  }

  /// Returns true if a run does all its work even when the reader of its records has gone: it acts
  /// on files, asks no questions and starts no programs.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  package func outlivesReader(hasOutput: Bool) -> Bool {
    !hasOffers && programs.isEmpty
      && steps.contains { $0.traits.action.condition.holds(hasOutput: hasOutput) }
  }

  /// True if a stage takes files away from where they are.
  package var movesFiles: Bool { transforms.contains(where: \.stage.traits.action.movesFiles) }

  /// True if a step has effects outside of the run even if the user named no destination.
  package var alwaysActs: Bool {
    steps.contains { $0.traits.action.condition == .always }
  }

  /// Returns true if offers that a killed run left unconfirmed are made again: the user is not
  /// asked, and the stages after the memory only print, or do what can be repeated.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  package func repeatsOffers(hasOutput: Bool) -> Bool {
    let stages = transforms.map(\.stage.traits)
    guard !hasOffers, let memory = stages.firstIndex(where: \.remembersOffers) else { return false }
    return stages[memory...].allSatisfy { traits in
      let action = traits.action
      return action.program == nil
        && (action.isRepeatable || !action.condition.holds(hasOutput: hasOutput))
    }
  }
}

/// A stage of a plan, with the tests in its option `when`.
package struct PlannedTransform: Sendable {
  /// The stage's name in the rule.
  package let name: String
  /// The stage itself, with its checked options.
  package let stage: any TransformWork
  /// The tests of the stage's `when`; other assets skip the stage. Nil if it is for all assets.
  package let condition: AssetPredicate?
  /// The assets that later stages may act on, for each earlier stage that offers assets, in order.
  package let offerUses: [OfferUse]
  private let fields: FieldTable

  package init(
    _ stage: any TransformWork, called name: String = "", when condition: AssetPredicate? = nil,
    behind offerUses: [OfferUse] = [], _ fields: FieldTable = FieldTable()
  ) {
    self.fields = fields
    self.name = name
    self.stage = stage
    self.condition = condition
    self.offerUses = offerUses
  }

  /// Returns the steps of the stage, limited to assets that pass `when` and that it may act on; if
  /// the source evaluates ``leadingPredicate``, the steps don't.
  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let condition else {
      return acting(stage.steps(leadingIsAnswered: leadingIsAnswered))
    }
    return acting(stage.steps(leadingIsAnswered: false)).map {
      ConditionalStep($0, when: condition, fields)
    }
  }

  private func acting(_ steps: [any Step]) -> [any Step] {
    let condition = stage.traits.action.condition
    guard condition != .never else { return steps }
    let consent = Consent(behind: offerUses, fields)
    return steps.map {
      ActingStep(step: $0, consent: consent, condition: condition, fields: fields)
    }
  }

  /// Returns true if the stage skips assets that were delivered without a question.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  package func needsAnswer(hasOutput: Bool) -> Bool {
    stage.traits.action.condition.holds(hasOutput: hasOutput) && offerUses.contains(.needsAnswer)
  }

  /// The tests that the source may evaluate for the stage; always true if the stage has a `when`.
  package var leadingPredicate: AssetPredicate {
    condition == nil ? stage.leadingPredicate : .always
  }
}
