internal import Engine
internal import LuaBridge
internal import Platform

/// Where a stage is tried: behind a source of samples, in rules of two stages.
struct ContractBench {
  let definition: StageDefinition
  private let components: Components
  private let samples: [[Field: FieldValue]]
  private let file: @Sendable (String) -> RuleFile
  private let printer: RulePrinter

  /// More than four lanes take at once.
  private static let sampleCount = 1500
  static let rulePath = "contract.lua"
  /// Empty for a plugin, whose messages name its own file alone.
  private let rulePath: String
  private static let now = Instant(milliseconds: 1_443_389_380_000)

  /// - Parameters:
  ///   - definition: the stage, be it built in or declared by a plugin.
  ///   - isBuiltIn: whether the stage comes along with the components; else the rule's file declares it.
  ///   - file: the rule that returns this pipeline.
  ///   - printer: gets what the plugin prints.
  init(
    _ definition: StageDefinition, isBuiltIn: Bool, samples: [[Field: FieldValue]],
    printer: RulePrinter = RulePrinter { _ in }, file: @escaping @Sendable (String) -> RuleFile
  ) {
    self.definition = definition
    self.samples = samples + .standardSamples
    self.file = file
    self.printer = printer
    rulePath = isBuiltIn ? Self.rulePath : ""
    let isSource = definition.description.role == .source
    let base = Components(
      stages: isSource
        ? [] : isBuiltIn ? [ContractSource.self] : [ContractSource.self, ContractProbe.self])
    components = isBuiltIn ? base.adding([definition]) : base
  }

  private var description: StageDescription { definition.description }
  private var isSource: Bool { description.role == .source }
  /// Whether the stage gives a value, which another stage has to take.
  private var isValue: Bool { description.role.isValue }

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
    let words = RuleWords(components)
    let call = isValue ? "\(ContractProbe.description.name) { value = \(text) }" : text
    let rule = try RuleLoader(words: words, printer: printer).load(
      file("return pipeline { \(isSource ? "" : "source {},") \(call) }"), now: Self.now)
    guard isValue else { return (rule.stages, rule) }
    guard case .table(let members)? = rule.stages.last?.arguments.first,
      case .stage(let nested)? = members.first?.value
    else { return (rule.stages, rule) }
    return ([nested], rule)
  }

  /// - Throws: ``RuleProblem`` or ``RuleProblems`` when the text is refused.
  func trial(_ text: String) throws -> Trial {
    let (calls, functions) = try load(text)
    guard let call = calls.last, call.name == description.name else {
      throw RuleProblem(
        path: rulePath, line: 1, message: "does not call \(description.name)")
    }
    return try trial(call, functions)
  }

  func trial(_ call: StageCall, _ functions: LoadedRule) throws -> Trial {
    let source = StageCall(name: ContractSource.description.name, arguments: [], line: 1)
    let all = components.adding(functions.plugins.map(\.definition))
    let builder = PlanBuilder(components: all, rulePath: rulePath, now: Self.now)
    let planned = isValue ? ContractProbe.call(with: call) : call
    let plan = try builder.plan(
      isSource ? [planned] : [source, planned], sources: functions.sources)
    let definition = isValue ? StageDefinition(ContractProbe.self) : definition
    var arguments = StageArguments(
      planned, description: definition.description, rulePath: rulePath,
      at: PlanMoment(Self.now), fields: FieldTable(), registry: all.stages)
    let made = definition.make(&arguments)
    let transform: (any TransformWork)? =
      if case .transform(let work) = made.part { work } else { nil }
    return Trial(call: call, plan: plan, functions: functions, transform: transform)
  }

  /// The stage with the options that it asked for.
  func read(_ call: StageCall) -> (stage: any StageWork, taken: [String]) {
    var arguments = StageArguments(
      call, description: description, rulePath: rulePath,
      at: PlanMoment(Self.now), fields: FieldTable())
    let stage = definition.make(&arguments)
    return (stage, arguments.taken)
  }

  /// The failures of the samples, by their reasons.
  func failures(of trial: Trial) throws -> [String] {
    let assets = try work(trial)
    return Set(assets.compactMap { $0.failure?.reason }).sorted()
  }

  private var context: RunContext {
    var context = RunContext(
      now: Self.now, ruleName: "contract", libraries: ["samples"], outputFolder: "/nonexistent",
      isDryRun: true)
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
    let builder = PlanBuilder(components: components, rulePath: rulePath, now: Self.now)
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
