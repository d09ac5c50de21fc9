internal import LuaBridge
internal import Pipeline

/// Texts of rules, loaded with a small budget and laid out.
enum RuleTarget {
  private static let loader = RuleLoader(
    words: RuleVocabulary(.builtin),
    loadBudget: RuleBudget(instructions: 20_000, memory: 8 << 20, milliseconds: 500),
    printer: RulePrinter { _ in })
  private static let now = Instant(milliseconds: 1_443_389_380_000)

  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    let file = RuleFile(path: "fed.lua", source: String(decoding: input, as: UTF8.self))
    do {
      let rule = try loader.load(file, now: now)
      _ = try PlanBuilder(components: .builtin, rulePath: file.path, now: now).plan(rule.stages)
    } catch {
      // A message is made for the user, with the line and the place.
      _ = "\(error)"
    }
    return 0
  }
}
