internal import CLuaShim
public import Engine

/// A Lua file that returns a table of data, such as settings or tests of rules.
///
/// It runs in the sandbox and with the budgets of rules, without stages, tests and options.
///
/// ```lua
/// return { library = "~/Pictures", rules = { recent = { window = "1m" } } }
/// ```
public struct SettingsFile: Sendable {
  /// The named values of the table.
  public let members: [ArgumentMember]

  /// - Parameter example: An example of a named value, for messages.
  /// - Throws: ``RuleProblems`` if the file is invalid, with place, cause and nearest valid name.
  public init(
    _ file: RuleFile, example: String = "library = \"~/Pictures\"", printer: RulePrinter
  ) throws(RuleProblems) {
    let words = RuleVocabulary(stages: [], tests: [], constants: [])
    switch try Self.value(of: file, words, example: "{ \(example) }", printer: printer) {
    case .table(let members): self.members = members
    case .list([]): members = []
    default:
      throw Self.problem(
        "the table that is returned has names, such as \(example)", "return", in: file)
    }
  }

  /// Returns the value that a file of data returns.
  ///
  /// - Parameters:
  ///   - words: The words that the file may call.
  ///   - example: An example of the value, for messages.
  static func value(
    of file: RuleFile, _ words: RuleVocabulary, example: String, printer: RulePrinter
  ) throws(RuleProblems) -> ArgumentValue {
    let names = CNameTable(words)
    let setting = LuaStateConfiguration(
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
      let message = "the file returns a table, such as return \(example)"
      throw RuleProblems([RuleProblem(path: file.path, line: 0, message: message)])
    }
    if !isLoaded { throw RuleProblems(outcome.whileLoading) }
    if !outcome.strayNames.isEmpty { throw RuleProblems(outcome.strayNames) }
    if host.options != nil {
      throw problem("the file has no options; those are a rule's", "options", in: file)
    }
    let result = shotlua_loaded(handle)
    var reader = NodeReader(UnsafeBufferPointer(start: result.nodes, count: result.count))
    return reader.value()
  }

  private static func problem(
    _ message: String, _ token: String, in file: RuleFile
  ) -> RuleProblems {
    RuleProblems([RuleProblem(path: file.path, line: 1, message: message, token: token)])
  }
}
