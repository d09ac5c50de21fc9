internal import CLuaShim
public import Engine
internal import Platform
internal import Synchronization

/// A loader of rules, which runs the file once, without assets, and checks its result.
public struct RuleLoader: Sendable {
  private let words: RuleVocabulary
  private let names: CNameTable
  private let loadBudget: RuleBudget
  private let callBudget: RuleBudget
  private let printer: RulePrinter
  /// True if functions are called at different times, so `now` can't be read while a rule loads.
  package var movesNow = false
  /// Receives the resources that each state of a rule used, when it is closed; nil if not needed.
  package var used: (@Sendable (LuaStateUsage) -> Void)?

  /// Creates a loader; `printer` receives the output of rules.
  public init(
    words: RuleVocabulary, loadBudget: RuleBudget = .load, callBudget: RuleBudget = .call,
    printer: RulePrinter
  ) {
    self.words = words
    names = CNameTable(words)
    self.loadBudget = loadBudget
    self.callBudget = callBudget
    self.printer = printer
  }

  /// Loads a rule with the options from the command line.
  ///
  /// - Parameters:
  ///   - now: The time of the run, which the rule reads as `now`.
  ///   - seed: The seed of `math.random`, the same in all worker threads.
  ///   - prints: True to show the rule's output while it is loaded.
  /// - Throws: ``RuleProblem`` if the rule is invalid, with place, cause and nearest valid name.
  public func load(
    _ file: RuleFile, overrides: [OptionOverride] = [], now: Instant, seed: UInt64 = 0,
    prints: Bool = true
  ) throws(RuleProblem) -> LoadedRule {
    let rule: LoadedRule
    do throws(RuleProblems) {
      rule = try read(
        file, overrides, nil, now: now, seed: seed, prints: prints, inspects: false)
    } catch {
      throw error.problems[0]
    }
    if let problem = rule.problems.first ?? rule.hindrance { throw problem }
    return rule
  }

  /// Collects all problems of a rule; throws ``RuleProblems`` if it can't be loaded at all.
  ///
  /// - Parameter choose: Returns the values of the options that the rule declares; nil for their
  ///   defaults.
  package func inspect(
    _ file: RuleFile, now: Instant, prints: Bool = true, choosing choose: OptionChoice? = nil
  ) throws(RuleProblems) -> LoadedRule {
    try read(file, [], choose, now: now, seed: 0, prints: prints, inspects: true)
  }

  private func read(
    _ file: RuleFile, _ overrides: [OptionOverride], _ choose: OptionChoice?, now: Instant,
    seed: UInt64, prints: Bool, inspects: Bool
  ) throws(RuleProblems) -> LoadedRule {
    let setting = LuaStateConfiguration(
      file: file, overrides: overrides, now: now, movesNow: movesNow, seed: seed, words: words,
      names: names, loadBudget: loadBudget, callBudget: callBudget,
      cancellation: CancellationFlag(),
      printer: printer, used: used)
    let state = try LuaState(setting, prints: prints, inspects: inspects, choose)
    setting.modules.complete()
    return LoadedRule(state, setting)
  }
}

/// The output of rules' `print`, up to a limit per run.
public final class RulePrinter: Sendable {
  private let write: @Sendable (String) -> Void
  private let remaining: Lock<Int>

  /// - Parameters:
  ///   - limit: The greatest size in bytes, for all worker threads of a run together.
  ///   - write: Receives one text for each `print`, without a newline at its end and with control
  ///     characters as escapes; called on any worker thread.
  public init(limit: Int = 64 * 1024, write: @escaping @Sendable (String) -> Void) {
    self.write = write
    remaining = Lock(limit)
  }

  func print(_ text: String) {
    let (fits, isLast) = remaining.withLock { remaining in
      let before = remaining
      remaining -= text.utf8.count + 1
      return (remaining >= 0, before >= 0 && remaining < 0)
    }
    if fits {
      write(text)
    } else if isLast {
      write("the rule printed too much; the rest is left out")
    }
  }
}

/// The resources that a rule may use before it is ended.
public struct RuleBudget: Sendable, Hashable {
  /// The number of Lua instructions, and of units of work done for the rule in C.
  public var instructions: Int64
  /// The memory in bytes; a rule is ended at the latest when it holds twice as much.
  public var memory: Int64
  /// The rule's own time in milliseconds, without the time for reading assets.
  public var milliseconds: Int64

  public init(instructions: Int64, memory: Int64, milliseconds: Int64) {
    self.instructions = instructions
    self.memory = memory
    self.milliseconds = milliseconds
  }

  /// The budget for loading a rule.
  public static let load = RuleBudget(
    instructions: 10_000_000, memory: 64 << 20, milliseconds: 2000)

  /// The budget for one call of a function.
  public static let call = RuleBudget(
    instructions: 50_000_000, memory: 64 << 20, milliseconds: 1000)

  var plain: shotlua_budget {
    shotlua_budget(instructions: instructions, memory: memory, milliseconds: milliseconds)
  }
}
