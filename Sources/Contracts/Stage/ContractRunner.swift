internal import Engine
internal import LuaBridge
internal import Platform
internal import Runs

/// A runner of one stage on samples, in rules that consist of a source of samples and the stage.
struct ContractRunner {
  let definition: StageDefinition
  let isBuiltIn: Bool
  private let components: Components
  private let samples: [[Field: FieldValue]]
  private let file: @Sendable (String) -> RuleFile
  private let printer: RulePrinter

  /// The number of samples; more than four worker threads take at once.
  private static let sampleCount = 1500
  static let rulePath = "contract.lua"
  /// The path in messages; empty for a plugin, whose messages name its own file.
  private let rulePath: String
  private static let now = Instant(milliseconds: 1_443_389_380_000)

  /// - Parameters:
  ///   - isBuiltIn: True if the stage is compiled in; false if the rule's file declares it.
  ///   - file: Returns a rule whose result is the given pipeline.
  ///   - printer: Receives the plugin's output.
  init(
    _ definition: StageDefinition, isBuiltIn: Bool, samples: [[Field: FieldValue]],
    printer: RulePrinter = RulePrinter { _ in }, file: @escaping @Sendable (String) -> RuleFile
  ) {
    self.definition = definition
    self.isBuiltIn = isBuiltIn
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
  /// True if the stage returns a value for an option of another stage.
  private var isValue: Bool { description.role.isValue }

  struct PreparedStage {
    let call: StageCall
    let plan: PipelinePlan
    let functions: LoadedRule
    let transform: (any TransformWork)?
  }

  /// Loads a rule with a call of the stage; throws ``RuleProblem`` for an invalid call.
  func load(_ text: String) throws -> (calls: [StageCall], functions: LoadedRule) {
    let words = RuleVocabulary(components)
    let call = isValue ? "\(ContractProbe.description.name) { value = \(text) }" : text
    let rule = try RuleLoader(words: words, printer: printer).load(
      file("return pipeline { \(isSource ? "" : "source {},") \(call) }"), now: Self.now)
    guard isValue else { return (rule.stages, rule) }
    guard case .table(let members)? = rule.stages.last?.arguments.first,
      case .stage(let nested)? = members.first?.value
    else { return (rule.stages, rule) }
    return ([nested], rule)
  }

  /// Plans a rule with a call of the stage; throws ``RuleProblem`` or ``RuleProblems`` if invalid.
  func trial(_ text: String) throws -> PreparedStage {
    let (calls, functions) = try load(text)
    guard let call = calls.last, call.name == description.name else {
      throw RuleProblem(
        path: rulePath, line: 1, message: "does not call \(description.name)")
    }
    return try trial(call, functions)
  }

  func trial(_ call: StageCall, _ functions: LoadedRule) throws -> PreparedStage {
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
    return PreparedStage(call: call, plan: plan, functions: functions, transform: transform)
  }

  func read(_ call: StageCall) -> (stage: any StageWork, taken: [String]) {
    var arguments = StageArguments(
      call, description: description, rulePath: rulePath,
      at: PlanMoment(Self.now), fields: FieldTable())
    let stage = definition.make(&arguments)
    return (stage, arguments.taken)
  }

  func failures(of trial: PreparedStage) throws -> [String] {
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

  /// Returns the lines of JSON that the stage gives for the samples from index `place` on.
  func records(of trial: PreparedStage, lanes: Int, from place: Int = 0) throws -> [String] {
    try records(of: trial.plan, functions: trial.functions, lanes: lanes, from: place)
  }

  func records() throws -> [String] {
    let source = StageCall(name: ContractSource.description.name, arguments: [], line: 1)
    let builder = PlanBuilder(components: components, rulePath: rulePath, now: Self.now)
    return try records(of: builder.plan([source]), functions: nil, lanes: 1)
  }

  private func records(
    of plan: PipelinePlan, functions: LoadedRule?, lanes: Int, from place: Int = 0
  ) throws -> [String] {
    var context = context
    context.samples?.first = place
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

  func work(_ trial: PreparedStage) throws -> [SampleAsset] {
    var context = context
    context.fields = trial.plan.fields
    let assets = context.samples?.assets() ?? []
    let steps = trial.transform?.steps(leadingIsAnswered: false) ?? []
    let worker = WorkerContext(context: context, functions: trial.functions)
    var chain = try StepChain(steps.map { $0.forRun() }[...], in: worker)
    var batch = Batch(ordinal: 0, assets: assets)
    try chain.process(&batch)
    try chain.finish { _ in }
    return assets
  }
}
