public import Engine

/// The words that a rule can call besides Lua's own functions.
public struct RuleWords: Sendable, Hashable {
  /// Stages, such as `filter`.
  public var stages: [String]
  /// Tests, such as `within`.
  public var tests: [String]
  /// Tests that need no arguments and so no call: `present`.
  public var constants: [String]
  /// Those of the stages whose names are the rule's own, such as `classify`.
  public var labelling: [String]

  public init(
    stages: [String], tests: [String], constants: [String], labelling: [String] = []
  ) {
    self.labelling = labelling
    self.stages = stages
    self.tests = tests
    self.constants = constants
  }

  /// The words of all stages and tests.
  public init(_ components: Components) {
    self.init(
      stages: components.stages.names,
      tests: TestDescription.all.filter { !$0.isConstant }.map(\.name),
      constants: TestDescription.all.filter(\.isConstant).map(\.name),
      labelling: components.stages.descriptions.filter { $0.content == .labels }.map(\.name))
  }

  /// The kind of word that a name is in every rule; nil for a name that is free.
  package func owner(of name: String) -> String? {
    if stages.contains(name) { return "a stage that comes with the program" }
    let isTaken =
      callable.contains(name) || constants.contains(name) || RuleGlobals.names.contains(name)
      || RuleGlobals.libraries[name] != nil
    return isTaken ? "a word of every rule" : nil
  }

  /// The word that a name was most likely meant to be; nil when none is near enough.
  func nearest(to name: String) -> String? {
    NearestName.of(name, among: callable) ?? TestDescription.nearest(to: name)
  }

  /// Everything that can be called in a rule, for suggestions.
  var callable: [String] {
    stages + tests + constants + [
      "pipeline", "options", RuleOption.requiredWord, "require", "stage", "use",
    ]
      + [
        "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "select", "setmetatable",
        "tonumber", "tostring", "type", "xpcall",
      ]
  }
}
