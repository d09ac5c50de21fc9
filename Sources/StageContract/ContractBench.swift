internal import Engine
internal import LuaBridge
internal import Platform

/// Where a stage is tried: behind a source of samples, in rules of two stages.
struct ContractBench {
  let type: any Stage.Type
  private let components: Components
  private let samples: [[Field: FieldValue]]

  /// More than four lanes take at once.
  private static let sampleCount = 1500
  private static let rulePath = "contract.lua"
  private static let now = Instant(milliseconds: 1_443_389_380_000)

  init(_ type: any Stage.Type, samples: [[Field: FieldValue]]) {
    self.type = type
    self.samples = samples + .standardSamples
    components = Components(
      stages: type.description.role == .source ? [type] : [ContractSource.self, type])
  }

  /// A stage of a rule that was loaded and planned.
  struct Trial {
    let call: StageCall
    let plan: PipelinePlan
    let functions: LoadedRule
    /// Nil where the stage is a source.
    let transform: (any TransformWork)?
  }

  /// The stage as the text of a rule calls it.
  ///
  /// - Throws: ``RuleProblem`` for what is no rule.
  func load(_ text: String) throws -> (calls: [StageCall], functions: LoadedRule) {
    let isSource = type.description.role == .source
    let loader = RuleLoader(words: RuleWords(components), printer: RulePrinter { _ in })
    let rule = try loader.load(
      RuleFile(
        path: Self.rulePath, source: "return pipeline { \(isSource ? "" : "source {},") \(text) }"),
      now: Self.now)
    return (rule.stages, rule)
  }

  /// - Throws: ``RuleProblem`` or ``RuleProblems`` when the text is refused.
  func trial(_ text: String) throws -> Trial {
    let (calls, functions) = try load(text)
    guard let call = calls.last, call.name == type.description.name else {
      throw RuleProblem(
        path: Self.rulePath, line: 1, message: "does not call \(type.description.name)")
    }
    return try trial(call, functions)
  }

  func trial(_ call: StageCall, _ functions: LoadedRule) throws -> Trial {
    let isSource = type.description.role == .source
    let source = StageCall(name: ContractSource.description.name, arguments: [], line: 1)
    let builder = PlanBuilder(components: components, rulePath: Self.rulePath, now: Self.now)
    let plan = try builder.plan(isSource ? [call] : [source, call], sources: functions.sources)
    let transform: (any TransformWork)? =
      if case .transform(let made) = make(call) { made } else { nil }
    return Trial(call: call, plan: plan, functions: functions, transform: transform)
  }

  private func make(_ call: StageCall) -> StagePart { read(call).stage.part }

  /// The stage with the options that it asked for.
  func read(_ call: StageCall) -> (stage: any Stage, taken: [String]) {
    var arguments = StageArguments(
      call, description: type.description, rulePath: Self.rulePath, now: Self.now,
      fields: FieldTable())
    let stage = type.init(&arguments)
    return (stage, arguments.taken)
  }

  private var context: RunContext {
    var context = RunContext(
      now: Self.now, ruleName: "contract", libraries: ["samples"], isDryRun: true)
    context.use(components)
    context.samples = ContractSamples(values: samples, count: Self.sampleCount)
    return context
  }

  /// The records that a trial gives.
  func records(of trial: Trial, lanes: Int) throws -> [String] {
    try records(of: trial.plan, functions: trial.functions, lanes: lanes)
  }

  /// The records of the samples themselves.
  func records() throws -> [String] {
    let source = StageCall(name: ContractSource.description.name, arguments: [], line: 1)
    let builder = PlanBuilder(components: components, rulePath: Self.rulePath, now: Self.now)
    return try records(of: builder.plan([source]), functions: nil, lanes: 1)
  }

  private func records(
    of plan: PipelinePlan, functions: LoadedRule?, lanes: Int
  ) throws -> [String] {
    guard let file = tmpfile() else { throw FileProblem(error: errno) }
    defer { fclose(file) }
    let descriptor = fileno(file)
    _ = try PipelineRun(
      plan, in: context, functions: functions, outputDescriptor: descriptor, lanes: lanes
    ).run()
    let size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    let bytes = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = pread(
          descriptor, buffer.baseAddress?.advanced(by: count), size - count, off_t(count))
        guard read > 0 else { throw FileProblem(error: errno) }
        count += read
      }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Takes the samples through the stage alone.
  func work(_ trial: Trial) throws -> [SampleAsset] {
    var context = context
    context.fields = trial.plan.fields
    let assets = context.samples?.assets() ?? []
    let steps = trial.transform?.steps(leadingIsAnswered: false) ?? []
    let lane = Lane(context: context, functions: trial.functions)
    var chain = try StepChain(steps.map { $0.forRun() }[...], in: lane)
    var batch = Batch(ordinal: 0, assets: assets)
    try chain.process(&batch)
    try chain.finish { _ in }
    return assets
  }
}
