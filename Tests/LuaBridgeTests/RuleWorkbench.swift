import LuaBridge
import Pipeline
import Platform
import Synchronization
import Testing

/// Loads rules from texts and runs their functions, as tests need it.
final class RuleWorkbench: Sendable {
  private let printed = PrintedTexts()
  private let peak = Lock<Int64>(0)
  private let loadBudget: RuleBudget
  private let callBudget: RuleBudget

  init(load: RuleBudget = .load, call: RuleBudget = .call) {
    loadBudget = load
    callBudget = call
  }

  var output: [String] { printed.all }

  /// Returns true if this build has a stage; a test that uses one in passing can do without.
  static func knows(_ stage: String) -> Bool { Components.builtin.stages.names.contains(stage) }

  /// Bytes: the most that a state of one of the rules took, as far as the states are closed.
  var peakMemory: Int64 { peak.withLock { $0 } }

  func load(_ file: RuleFile, _ overrides: [OptionOverride] = []) throws(RuleProblem) -> LoadedRule
  {
    let printer = RulePrinter { [printed] text in printed.append(text) }
    var loader = RuleLoader(
      words: RuleVocabulary(.builtin), loadBudget: loadBudget, callBudget: callBudget,
      printer: printer)
    loader.used = { [self] usage in
      peak.withLock { $0 = max($0, usage.peakMemory) }
    }
    return try loader.load(
      file, overrides: overrides, now: Instant(milliseconds: 1_443_389_380_500))
  }

  func load(_ source: String, _ overrides: [OptionOverride] = []) throws(RuleProblem) -> LoadedRule
  {
    try load(RuleFile(path: "rules/a.lua", source: source), overrides)
  }

  /// Returns the message about the rule, as the user reads it.
  func problem(_ source: String, _ overrides: [OptionOverride] = []) -> String {
    do throws(RuleProblem) {
      _ = try load(source, overrides)
      return "no problem"
    } catch {
      return error.description
    }
  }

  /// Runs Lua code and gives what it returns as text, or the problem.
  func value(of code: String) -> String {
    let wrapped = """
      local function evaluate() \(code) end
      local results = {pcall(evaluate)}
      local texts = {}
      for place = 2, 12 do texts[#texts + 1] = results[place] == nil and "" or tostring(results[place]) end
      while texts[#texts] == "" do texts[#texts] = nil end
      return pipeline { about = table.concat(texts, " "), source {} }
      """
    do throws(RuleProblem) {
      return try load(wrapped).about ?? ""
    } catch {
      return error.description
    }
  }

  /// The verdicts of a filter function, whose text is `function(asset) … end`.
  func verdicts(_ function: String, on assets: [Asset], before: String = "") throws -> [Bool] {
    let rule = try load("\(before) return pipeline { filter(\(function)) }")
    return try verdicts(of: rule, on: assets)
  }

  func verdicts(of rule: LoadedRule, on assets: [Asset]) throws -> [Bool] {
    guard case .function(let reference)? = rule.stages.last?.arguments.first else {
      Issue.record("the last stage has no function")
      return []
    }
    let batch = Batch(ordinal: 0, assets: assets)
    return try rule.makeEvaluator().verdicts(of: reference, on: batch)
  }

  /// Returns the message about the problem that ends a batch.
  func problem(calling function: String, before: String = "") -> String {
    do {
      _ = try verdicts(function, on: [SyntheticAsset()], before: before)
      return "no problem"
    } catch {
      return "\(error)"
    }
  }
}
