public import Engine

/// Loads rules: runs the file once, without assets, and checks what it returns.
public struct RuleLoader: Sendable {
  private let words: RuleWords
  private let names: RuleNames
  private let loadBudget: RuleBudget
  private let callBudget: RuleBudget
  private let printer: RulePrinter
  /// Whether the rule's functions are asked at different moments, so that the rule can't read `now`
  /// while it loads.
  package var movesNow = false
  /// Gets what each state of a rule used up, when it is closed.
  package var used: (@Sendable (RuleUsage) -> Void)?

  /// - Parameters:
  ///   - words: what rules can call.
  ///   - printer: gets what rules print.
  public init(
    words: RuleWords, loadBudget: RuleBudget = .load, callBudget: RuleBudget = .call,
    printer: RulePrinter
  ) {
    self.words = words
    names = RuleNames(words)
    self.loadBudget = loadBudget
    self.callBudget = callBudget
    self.printer = printer
  }

  /// Loads a rule with the options that the command line gave.
  ///
  /// - Parameters:
  ///   - now: the moment of the run, which the rule reads as `now`.
  ///   - seed: where `math.random` begins, the same in every lane.
  ///   - prints: whether what the rule prints while it is loaded is shown.
  /// - Throws: ``RuleProblem`` with place, cause and, where there is one, the nearest right name.
  public func load(
    _ file: RuleFile, overrides: [OptionOverride] = [], now: Instant, seed: UInt64 = 0,
    prints: Bool = true
  ) throws(RuleProblem) -> LoadedRule {
    let rule: LoadedRule
    do throws(RuleProblems) {
      rule = try read(
        file, overrides: overrides, now: now, seed: seed, prints: prints, inspects: false)
    } catch {
      throw error.problems[0]
    }
    if let problem = rule.problems.first ?? rule.hindrance { throw problem }
    return rule
  }

  /// The same for a rule that may be wrong: everything that can be found out of it.
  ///
  /// - Throws: ``RuleProblems`` when it can't be loaded at all.
  package func inspect(
    _ file: RuleFile, overrides: [OptionOverride] = [], now: Instant, seed: UInt64 = 0,
    prints: Bool = true
  ) throws(RuleProblems) -> LoadedRule {
    try read(file, overrides: overrides, now: now, seed: seed, prints: prints, inspects: true)
  }

  private func read(
    _ file: RuleFile, overrides: [OptionOverride], now: Instant, seed: UInt64, prints: Bool,
    inspects: Bool
  ) throws(RuleProblems) -> LoadedRule {
    let setting = RuleSetting(
      file: file, overrides: overrides, now: now, movesNow: movesNow, seed: seed, words: words,
      names: names, loadBudget: loadBudget, callBudget: callBudget,
      cancellation: CancellationFlag(),
      printer: printer, used: used)
    let state = try LuaState(setting, prints: prints, inspects: inspects)
    setting.modules.complete()
    return LoadedRule(state, setting)
  }
}
