public import Pipeline

/// A rule as data: its stages, its options and what makes its functions run.
public struct LoadedRule: RuleFunctions {
  public let name: String
  /// What the rule says of itself, for lists of rules.
  public let about: String?
  /// What the rule says it needs, as written.
  public let wants: [String]
  public let stages: [StageCall]
  public let options: [RuleOption]
  /// The text of the rule, to quote lines from.
  public let source: String
  /// The files that the rule got by `require`, in that order. No lane reads another text.
  public let modules: [RuleModule]
  private let setting: RuleSetting
  private let functions: [FunctionReference]

  init(_ state: LuaState, _ setting: RuleSetting) {
    name = setting.file.name
    about = state.stages.about
    wants = state.stages.wants
    stages = state.stages.stages
    options = state.host.options?.all ?? []
    source = setting.file.source
    modules = setting.modules.all
    functions = state.stages.functions.map(\.reference)
    self.setting = setting
  }

  /// Loads the rule anew for one lane.
  ///
  /// - Throws: ``RuleProblem`` when the rule gives other functions than at its first load.
  public func makeEvaluator() throws -> any FunctionEvaluator {
    let state = try LuaState(setting, prints: false)
    guard state.stages.functions.map(\.reference) == functions else {
      throw RuleProblem(
        path: setting.file.path, line: 0,
        message: "the rule gives other functions each time it is loaded")
    }
    return LuaEvaluator(state)
  }

  /// Ends every function of the rule that is running, in any lane, and those to come.
  public func cancel() {
    setting.cancellation.raise()
  }
}
