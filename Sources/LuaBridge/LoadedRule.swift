internal import CLuaShim
public import Engine

/// A loaded rule: its stages, its options and the state that runs its functions.
public struct LoadedRule: RuleFunctions {
  /// The rule's name: its file's name without `.lua`.
  public let name: String
  /// The path as the user gave it, or a description of the text's source.
  package var path: String { setting.file.path }
  /// The absolute path without links; nil for a text that is in no file.
  package var resolvedPath: String? {
    setting.file.isFile ? RuleIdentity.resolve(setting.file.path) : nil
  }
  /// The files that the rule was loaded from, its own first; empty for a text that is in no file.
  package var files: [String] {
    (setting.file.isFile ? [setting.file.path] : []) + setting.modules.all.map(\.path)
  }
  /// The rule's description of itself, for lists of rules; nil if it has none.
  public let about: String?
  /// The reasons for the requested permissions, as the rule states them.
  package let wants: [String]
  /// The capabilities that the rule requests.
  package let requirements: [RequestedCapability]
  /// The stages of the rule's pipeline.
  public package(set) var stages: [StageCall]
  /// The stages of each further pipeline of the rule, which runs on the same libraries.
  public let following: [[StageCall]]
  /// The options of `options { … }`.
  package let declared: DeclaredOptions
  /// The line on which the options are declared; 0 without any.
  package let optionsLine: Int
  /// The stages that the rule and its modules declare.
  public let plugins: [Plugin]
  /// The problems of a rule that could be loaded all the same, so that more of them are found.
  package let problems: [RuleProblem]
  /// The problem that prevents loading until an option without a default is set; nil if none does.
  package let hindrance: RuleProblem?
  /// The text of the rule, to quote lines from.
  public let source: String
  /// The texts that the rule's functions come from: the rule's own, then those of its modules.
  public var sources: [String] { [source] + setting.modules.all.map(\.text) }
  private let setting: LuaStateConfiguration
  private let functions: [FunctionReference]
  private let inspection: RuleInspection?

  init(_ state: LuaState, _ setting: LuaStateConfiguration) {
    name = setting.file.name
    about = state.stages.about
    wants = state.stages.wants.reasons
    requirements = state.stages.wants.requirements
    stages = state.stages.stages
    following = state.stages.following
    unsureNames = state.stages.unsureNames
    declared = state.host.options ?? DeclaredOptions()
    optionsLine = state.host.optionsLine
    plugins = state.host.plugins
    inspection = state.inspection
    let unknown = state.inspection?.unknownNames ?? []
    problems = state.problems + unknown.filter { !state.problems.contains($0) }
    hindrance = state.hindrance
    source = setting.file.source
    functions = state.functions.map(\.reference)
    var setting = setting
    setting.overrides = state.host.overrides
    self.setting = setting
  }

  /// The options that the rule declares, with their values.
  public var options: [RuleOption] { declared.all }

  /// The options that still have to be set.
  package var unsetOptions: [RuleOption] { options.filter { $0.value == nil } }

  /// Returns the identity of the rule: the hash of its text and of its modules' texts.
  ///
  /// - Throws: ``FileProblem`` if the system can't hash.
  package func identity() throws(FileProblem) -> RuleIdentity {
    try RuleIdentity(
      name: name, path: setting.file.path, isInFile: setting.file.isFile, text: source,
      modules: setting.modules.all.map { ($0.name, $0.path, $0.text) },
      wants: wants + requirements.compactMap(\.reason))
  }

  /// Returns the certain mistakes in a function of an asset; empty unless the rule was inspected.
  package func problems(
    in function: FunctionReference, knowing fields: FieldTable
  ) -> [RuleProblem] {
    inspection?.problems(in: function, knowing: fields, unsureOf: unsureNames) ?? []
  }

  /// The names of fields that a misunderstood stage may add; nil if all stages are understood.
  private let unsureNames: Set<String>?

  /// Loads the rule again for one worker thread.
  ///
  /// - Throws: ``RuleProblem`` if the functions differ from those of the first load;
  ///   `CancellationError` after ``cancel()``.
  public func makeEvaluator(
    fields: FieldTable = FieldTable()
  ) throws -> any FunctionEvaluator {
    let state: LuaState
    do throws(RuleProblems) {
      state = try LuaState(setting, fields: fields, prints: false)
    } catch {
      throw setting.cancellation.isRaised ? CancellationError() : error.problems[0]
    }
    guard state.functions.map(\.reference) == functions else {
      throw RuleProblem(
        path: setting.file.path, line: 0,
        message: "the rule gives other functions each time it is loaded")
    }
    return LuaEvaluator(state)
  }

  /// Cancels all running and future calls of the rule's functions, in all worker threads.
  public func cancel() {
    setting.cancellation.raise()
  }
}

/// An evaluator that runs a rule's functions on the assets of one worker, in its own Lua state.
final class LuaEvaluator: FunctionEvaluator {
  private let state: LuaState
  private var functions: [RuleFunction]
  private var bound: [BoundFunction: FunctionReference] = [:]
  private var recalled: [Int: [Field]] = [:]
  private var access = AssetAccess()

  init(_ state: LuaState) {
    self.state = state
    functions = state.functions
  }

  func advance(to now: Instant) throws { try state.advance(to: now) }

  func bind(_ function: BoundFunction) throws -> FunctionReference {
    if let known = bound[function] { return known }
    // Without options there is nothing to prepare.
    guard function.options != nil else { return function.function }
    let reference = try state.bind(function)
    functions.append(
      RuleFunction(
        reference: reference, stage: function.stage, name: "process", use: .plugin,
        resultCount: max(1, function.results.count), usedAt: function.usedAt,
        path: state.host.plugins.first { $0.process == function.function }?.path))
    bound[function] = reference
    return reference
  }

  func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool] {
    try [Bool](unsafeUninitializedCapacity: batch.count) { verdicts, count in
      guard let answers = verdicts.baseAddress else { return }
      try evaluate(function, on: batch, verdicts: answers)
      count = batch.count
    }
  }

  func values(of function: FunctionReference, on batch: Batch) throws -> [FieldValue] {
    access.returned = Array(
      repeating: .absent, count: batch.count * functions[function.index].resultCount)
    defer { access.returned = [] }
    try evaluate(function, on: batch, verdicts: nil)
    return access.returned
  }

  /// The fields whose values are passed before each call; the first use analyses the function.
  private func recalled(by function: FunctionReference) throws -> [Field] {
    if let known = recalled[function.index] { return known }
    let fields = try state.study(function)
    recalled[function.index] = fields
    return fields
  }

  private func evaluate(
    _ function: FunctionReference, on batch: Batch, verdicts: UnsafeMutablePointer<Bool>?
  ) throws {
    precondition(
      functions.indices.contains(function.index), "a function belongs to the evaluator's rule")
    access.function = functions[function.index]
    if batch.selection.isEmpty { return }
    try batch.assets.withUnsafeBufferPointer { assets in
      try batch.selection.withUnsafeBufferPointer { indices in
        try recalled(by: function).withUnsafeBufferPointer { recalled in
          try withUnsafeMutablePointer(to: &access) { access in
            access.pointee.assets = assets
            access.pointee.recalled = recalled
            defer {
              access.pointee.assets = UnsafeBufferPointer(start: nil, count: 0)
              access.pointee.recalled = UnsafeBufferPointer(start: nil, count: 0)
            }
            var reader = shotlua_reader(
              context: access, read: luaReadsField, recall: luaRecallsFields,
              conforms: luaAsksConformance, clock: luaAsksClock, failed: luaCallFailed,
              returned: verdicts == nil ? luaCallReturned : nil)
            try state.evaluate(
              function, of: access.pointee.function?.path,
              usedAt: access.pointee.function?.usedAt, reader: &reader, indices: indices,
              verdicts: verdicts, name: { assets[$0].displayName })
          }
        }
      }
    }
  }
}
