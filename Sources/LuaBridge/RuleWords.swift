/// The words that a rule can call besides Lua's own functions.
public struct RuleWords: Sendable, Hashable {
  /// Stages, such as `filter`.
  public var stages: [String]
  /// Tests, such as `within`.
  public var tests: [String]
  /// Tests that need no arguments and so no call: `present`.
  public var constants: [String]

  public init(stages: [String], tests: [String], constants: [String]) {
    self.stages = stages
    self.tests = tests
    self.constants = constants
  }

  public static let standard = RuleWords(
    stages: ["source", "classify", "filter", "dedupe", "load", "notify"],
    tests: [
      "within", "before", "after", "between", "at_least", "at_most", "like", "has", "any", "none",
    ],
    constants: ["present", "absent"])

  /// Everything that can be called in a rule, for suggestions.
  var callable: [String] {
    stages + tests + constants + ["pipeline", "options", "require"]
      + [
        "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "select", "setmetatable",
        "tonumber", "tostring", "type", "xpcall",
      ]
  }
}
