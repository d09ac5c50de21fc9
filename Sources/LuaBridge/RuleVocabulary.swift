internal import CLuaShim
public import Engine
internal import Platform

/// The words that a rule can call, besides Lua's own functions.
public struct RuleVocabulary: Sendable, Hashable {
  /// Stages, such as `filter`.
  public var stages: [String]
  /// Tests, such as `within`.
  public var tests: [String]
  /// The tests without arguments, which are used without a call: `present`.
  public var constants: [String]
  /// The stages in which names are defined by the rule, such as `classify`.
  public var labelling: [String]

  public init(
    stages: [String], tests: [String], constants: [String], labelling: [String] = []
  ) {
    self.labelling = labelling
    self.stages = stages
    self.tests = tests
    self.constants = constants
  }

  /// Creates the words of all stages and tests.
  public init(_ components: Components) {
    self.init(
      stages: components.stages.names,
      tests: TestDescription.all.filter { !$0.isConstant }.map(\.name),
      constants: TestDescription.all.filter(\.isConstant).map(\.name),
      labelling: components.stages.descriptions.filter { $0.content == .labels }.map(\.name))
  }

  /// Returns a word's use in every rule, such as `a word of every rule`; nil for a free word.
  package func owner(of name: String) -> String? {
    if stages.contains(name) { return "a stage that comes with the program" }
    let isTaken =
      callable.contains(name) || constants.contains(name) || SandboxGlobals.names.contains(name)
      || SandboxGlobals.libraries[name] != nil
    return isTaken ? "a word of every rule" : nil
  }

  /// Returns the word that a misspelt name most probably means; nil if no word is similar.
  func nearest(to name: String) -> String? {
    NearestName.of(name, among: callable) ?? TestDescription.nearest(to: name)
  }

  /// All words that can be called in a rule, for suggestions.
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

/// The names that all Lua states of a rule share, in C's form. `@unchecked Sendable`: written in
/// `init` only.
final class CNameTable: @unchecked Sendable {
  let words: UnsafeMutableBufferPointer<shotlua_word>
  let fields: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

  init(_ words: RuleVocabulary, _ added: FieldTable = FieldTable()) {
    let all: [(String, shotlua_word_kind)] =
      words.stages.map { ($0, .stage) } + words.tests.map { ($0, .test) }
      + words.constants.map { ($0, .constantTest) } + [
        (RuleOption.requiredWord, .test), ("pipeline", .pipeline),
      ]
    self.words = .allocate(capacity: all.count)
    _ = self.words.initialize(from: all.map { shotlua_word(name: strdup($0.0), kind: $0.1) })
    // Sorted by the fields' numbers.
    let names = added.names
    fields = .allocate(capacity: names.count)
    _ = fields.initialize(from: names.map { UnsafePointer(strdup($0)) })
  }

  deinit {
    for word in words { free(UnsafeMutablePointer(mutating: word.name)) }
    for field in fields { free(UnsafeMutablePointer(mutating: field)) }
    words.deallocate()
    fields.deallocate()
  }
}
