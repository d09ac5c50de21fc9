internal import CLuaShim
public import Engine

/// A Lua file that returns a table of settings: data, in the sandbox of rules.
///
/// Also the form of other files that hold data, such as tests of rules. It has Lua's own functions within the budgets of a rule, and neither stages, tests nor options.
///
/// ```lua
/// return { library = "~/Pictures", rules = { recent = { window = "1m" } } }
/// ```
public struct SettingsFile: Sendable {
  /// Named values; empty for an empty table.
  public let members: [ArgumentMember]

  /// Runs the text once.
  ///
  /// - Parameter example: a named value as such a file has it, for messages.
  /// - Throws: ``RuleProblems`` with place, cause and, where there is one, the nearest right name.
  public init(
    _ file: RuleFile, example: String = "library = \"~/Pictures\"", printer: RulePrinter
  ) throws(RuleProblems) {
    let words = RuleWords(stages: [], tests: [], constants: [])
    let names = RuleNames(words)
    let setting = RuleSetting(
      file: file, overrides: [], now: Instant(milliseconds: 0), movesNow: false, seed: 0,
      words: words,
      names: names,
      loadBudget: .load, callBudget: .call, cancellation: CancellationFlag(), printer: printer,
      used: nil)
    let host = LuaHost(setting, FieldTable(), prints: true)
    var plain = host.plain(names)
    plain.takes_settings = true
    let handle = try host.open(plain)
    defer {
      shotlua_close(handle)
      withExtendedLifetime((host, names)) {}
    }
    let isLoaded = host.load(into: handle)
    let outcome = LuaProblem(host: host, handle: handle)
    if !isLoaded, outcome.returnsNoTable {
      let message = "the file returns a table, such as return { \(example) }"
      throw RuleProblems([RuleProblem(path: file.path, line: 0, message: message)])
    }
    if !isLoaded { throw RuleProblems(outcome.whileLoading) }
    if !outcome.strayNames.isEmpty { throw RuleProblems(outcome.strayNames) }
    if host.options != nil {
      throw Self.problem("settings have no options; those are a rule's", "options", in: file)
    }
    let result = shotlua_loaded(handle)
    var reader = NodeReader(UnsafeBufferPointer(start: result.nodes, count: result.count))
    switch reader.value() {
    case .table(let members): self.members = members
    case .list([]): members = []
    default:
      throw Self.problem(
        "the table that is returned has names, such as \(example)", "return", in: file)
    }
  }

  private static func problem(
    _ message: String, _ token: String, in file: RuleFile
  ) -> RuleProblems {
    RuleProblems([RuleProblem(path: file.path, line: 1, message: message, token: token)])
  }
}
