/// A builder that makes a plan from the stages that a rule calls, or finds all problems with them.
public struct PlanBuilder: Sendable {
  private let registry: StageRegistry
  private let rulePath: String
  private var moment: PlanMoment
  private let fields: FieldTable

  public init(components: Components, rulePath: String, now: Instant) {
    fields = components.fieldTable
    registry = components.stages
    self.rulePath = rulePath
    moment = PlanMoment(now)
  }

  /// Returns a builder that plans for another moment.
  package func at(_ now: Instant) -> PlanBuilder {
    var other = self
    other.moment = PlanMoment(now)
    return other
  }

  /// True if one of the plans would be different for another moment.
  package var dependsOnMoment: Bool { moment.wasRead }

  /// Returns the plan of a pipeline, or throws ``RuleProblems`` with all problems of its stages.
  ///
  /// - Parameters:
  ///   - sources: The texts that define the rule's functions.
  ///   - earlierPipelines: The number of the rule's pipelines that run before this one.
  public func plan(
    _ calls: [StageCall], sources: [String] = [], behind earlierPipelines: Int = 0
  ) throws(RuleProblems) -> PipelinePlan {
    try plan(calls, sources: sources, behind: earlierPipelines) { _, _ in [] }
  }

  /// Returns the plan of a pipeline, where `inspect` returns the problems of each of the rule's
  /// functions, given the fields that the function can read.
  package func plan(
    _ calls: [StageCall], sources: [String], behind earlierPipelines: Int = 0,
    inspect: (FunctionReference, FieldTable) -> [RuleProblem]
  ) throws(RuleProblems) -> PipelinePlan {
    var made = MadeStages(fields: fields)
    for call in calls { add(call, to: &made, behind: earlierPipelines) }
    let stages: [(call: StageCall, transform: PlannedTransform)] = Array(
      zip(made.calls, made.transforms))
    var problems = made.problems + shapeProblems(calls)
    if let source = made.source {
      problems += AlbumUseCheck(rulePath: rulePath).problems(
        listsAlbums: source.traits.input.listsAlbums, zip(made.calls, made.transforms.map(\.stage)))
    }
    problems += ObservedUseCheck(rulePath: rulePath).problems(stages) + endProblems(stages)
    for function in functions(in: calls) { problems += inspect(function, made.fields) }
    guard problems.isEmpty, let source = made.source else { throw RuleProblems(problems) }
    let ranges = OpenRangeCheck(rulePath: rulePath, moment: moment, fields: made.fields)
    let advice =
      calls.flatMap(ranges.advice(about:))
      + UnknownTypeCheck(rulePath: rulePath).advice(about: calls, source.fetch(Query()))
      + limitAdvice(stages)
    let place = made.transforms.firstIndex { $0.stage.traits.observation.since != nil }
    let observed = place.map { place in
      ObservedFetch(
        since: made.transforms[place].stage.traits.observation.since ?? "",
        calls.prefix(1) + made.calls[..<place], sources: sources)
    }
    return PipelinePlan(
      source: source, transforms: made.transforms, observed: observed, fields: made.fields,
      additions: made.additions, needs: made.needs, advice: advice)
  }

  /// The stages of a pipeline so far, and the problems with their calls.
  private struct MadeStages {
    var fields: FieldTable
    var problems: [RuleProblem] = []
    var source: (any SourceWork)?
    /// The stages behind the source, and their calls.
    var transforms: [PlannedTransform] = []
    var calls: [StageCall] = []
    var additions: [PipelinePlan.Addition] = []
    var offerUses: [OfferUse] = []
    var needs: [RequiredCapability] = []
  }

  private func add(
    _ call: StageCall, to made: inout MadeStages, behind earlierPipelines: Int
  ) {
    let known = made.fields.added.count
    let (bare, condition) = withoutCondition(call, made.fields, &made.problems)
    switch registry.make(
      bare, rulePath: path(of: call), at: moment, fields: &made.fields, behind: made.calls,
      earlierPipelines: earlierPipelines)
    {
    case .success(let stage):
      if let need = stage.traits.action.need {
        made.needs.append(
          RequiredCapability(
            capability: need.capability, stage: call.name, action: need.action,
            places: need.places, rulePath: path(of: call), line: call.line))
      }
      switch stage.part {
      case .source(let first): made.source = made.source ?? first
      case .transform(let transform):
        if let folder = transform.traits.action.madeFolder,
          made.transforms.contains(where: { $0.stage.traits.action.madeFolder == folder })
        {
          made.problems.append(sharedFolder(call, folder))
        }
        made.transforms.append(
          PlannedTransform(
            transform, called: call.name, when: condition, behind: made.offerUses, made.fields))
        made.offerUses += [transform.traits.offers?.use].compactMap(\.self)
        made.calls.append(call)
      case .value: made.problems.append(strayValue(call))
      }
    case .failure(let found): made.problems += found.problems
    }
    let added = made.fields.added[known...].indices
      .filter { !made.fields.given.contains(FieldSet(Field(addedAt: $0))) }
      .map { made.fields.added[$0] }.filter { !$0.isMember }
    if !added.isEmpty {
      made.additions.append(PipelinePlan.Addition(stage: call.name, fields: added))
    }
  }

  /// Returns the problems of a stage that returns no assets, unless it is last and without `when`.
  private func endProblems(
    _ stages: [(call: StageCall, transform: PlannedTransform)]
  ) -> [RuleProblem] {
    guard let place = stages.firstIndex(where: { $0.transform.stage.traits.isLast }) else {
      return []
    }
    let name = stages[place].call.name
    func problem(_ call: StageCall, _ message: String) -> RuleProblem {
      RuleProblem(path: path(of: call), line: call.line, message: message, token: call.name)
    }
    let behind = stages[(place + 1)...].map { call, _ in
      problem(call, "\(name) gives no assets, so \(call.name) can't stand behind it")
    }
    guard stages[place].transform.condition != nil else { return behind }
    return behind + [
      problem(
        stages[place].call,
        "\(name) is for all that comes; put the tests of when into a filter before it")
    ]
  }

  /// Returns the advice about limits in front of a stage that compares assets with each other: it
  /// then compares only what the limit passes on. With a memory it compares with earlier runs.
  private func limitAdvice(
    _ stages: [(call: StageCall, transform: PlannedTransform)]
  ) -> [RuleProblem] {
    // Most rules compare nothing, and then no steps are made.
    guard stages.contains(where: { description(of: $0.call)?.role == .dedupe }) else { return [] }
    return stages.enumerated().compactMap { place, limiting in
      let steps = limiting.transform.stage.steps(leadingIsAnswered: false)
      guard steps.contains(where: { $0.traits.fetch.slice?.isWhole == false }),
        let comparing = stages[place...].first(where: { call, transform in
          description(of: call)?.role == .dedupe && !transform.stage.traits.remembersOffers
        })
      else { return nil }
      let name = comparing.call.name
      return RuleProblem(
        path: path(of: limiting.call), line: limiting.call.line,
        message: "\(name) compares only what comes through this limit; to limit what comes out, put"
          + " it behind \(name)", token: "limit")
    }
  }

  /// Returns the problem of a stage that makes the same folder as an earlier one.
  private func sharedFolder(_ call: StageCall, _ folder: String) -> RuleProblem {
    RuleProblem(
      path: path(of: call), line: call.line,
      message: "a stage in front makes \"\(folder)\" already; name another folder",
      token: call.name)
  }

  /// Returns the problem of a stage that returns a value but is placed in the pipeline.
  private func strayValue(_ call: StageCall) -> RuleProblem {
    let role = registry.definition(named: call.name)?.description.role
    let place =
      role == .key
      ? "a key, which stands in an option, as in dedupe { by = \(call.name) {} }"
      : "a text, which stands in an option, as in notify { title = \(call.name) {} }"
    return RuleProblem(
      path: path(of: call), line: call.line, message: "\(call.name) gives \(place)",
      token: call.name)
  }

  /// Returns a stage's call without its option `when`, and the tests in that option, nil for none.
  private func withoutCondition(
    _ call: StageCall, _ fields: FieldTable, _ problems: inout [RuleProblem]
  ) -> (call: StageCall, condition: AssetPredicate?) {
    let name = OptionDescription.condition.name
    guard case .table(let members)? = call.arguments.first, call.arguments.count == 1,
      let condition = members.first(where: { $0.name == name }),
      description(of: call).map({ $0.role != .source }) ?? true
    else { return (call, nil) }
    let rest = ArgumentValue.table(members.filter { $0.name != name })
    let bare = StageCall(
      name: call.name, arguments: [rest], line: call.line, path: call.path,
      isPartial: call.isPartial)
    guard case .table(let tests) = condition.value else {
      problems.append(
        RuleProblem(
          path: path(of: call), line: call.line,
          message: "\(name) takes a table of tests, not \(condition.value.quoted)", token: name))
      return (bare, nil)
    }
    var compiler = PredicateCompiler(
      at: moment, rulePath: path(of: call), line: call.line, fields: fields)
    let predicate = compiler.compile(tests)
    problems += compiler.problems
    return (bare, predicate)
  }

  private func functions(in calls: [StageCall]) -> [FunctionReference] {
    var found: [FunctionReference] = []
    for call in calls {
      let definition = registry.definition(named: call.name)
      if let function = definition?.function { found.append(function) }
      switch (definition?.description.content, call.arguments.first) {
      case (.labels, .table(let members)?):
        for case .function(let function) in members.map(\.value) { found.append(function) }
      case (.testsOrFunction, .function(let function)?): found.append(function)
      default: break
      }
    }
    return found
  }

  /// Returns the path of the file that contains the call: the rule, or one of its modules.
  private func path(of call: StageCall) -> String { call.path ?? rulePath }

  private func description(of call: StageCall) -> StageDescription? {
    registry.definition(named: call.name)?.description
  }

  /// Returns a problem unless the pipeline begins with a source and has no other.
  private func shapeProblems(_ calls: [StageCall]) -> [RuleProblem] {
    guard let first = calls.first else {
      return [
        RuleProblem(
          path: rulePath, line: 0,
          message: "the pipeline is empty; it begins with a source, such as source { }")
      ]
    }
    var problems: [RuleProblem] = []
    if let role = description(of: first)?.role, role != .source {
      problems.append(
        RuleProblem(
          path: path(of: first), line: first.line,
          message: "a pipeline begins with a source, not with \(first.name)", token: first.name))
    }
    for call in calls.dropFirst() where description(of: call)?.role == .source {
      problems.append(
        RuleProblem(
          path: path(of: call), line: call.line,
          message: "a pipeline has one source, and it stands first", token: call.name))
    }
    return problems
  }
}

extension RunContext {
  /// Returns the plan of stages that shotflow itself calls.
  ///
  /// - Parameter rulePath: The name that error messages give to these calls.
  package func plan(
    _ calls: [StageCall], rulePath: String = ""
  ) throws(RuleProblems) -> PipelinePlan {
    try PlanBuilder(components: components, rulePath: rulePath, now: request.now).plan(calls)
  }
}
