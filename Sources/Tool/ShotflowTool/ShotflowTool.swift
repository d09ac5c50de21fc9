internal import CSystem
public import Pipeline
internal import Sessions
internal import Terminal

/// The command line of `shotflow`, for any program that is built with other components. It has
/// every command of `shotflow`; added components are listed, checked, explained and documented
/// (`mytool reference rules`) like the built-in ones. The helper programs that decode pictures and
/// start programs are searched in the folder that `SHOTFLOW_LIBEXEC` names, beside the program, or
/// in `../libexec/shotflow`.
///
/// ```swift
/// import Pipeline
/// import ShotflowTool
///
/// @main struct MyTool {
///   static func main() {
///     ShotflowTool.run(.builtin.adding(stages: [SepiaFilter.self]), named: "mytool")
///   }
/// }
/// ```
public enum ShotflowTool {
  /// Runs the command line, and ends the program unless it succeeds.
  ///
  /// - Parameters:
  ///   - components: the components that rules can use.
  ///   - name: the name of the program in help, messages and completions, which its user types:
  ///     letters, digits, `-`, `_` and `.`, the first a letter or digit. Nil for the last part of
  ///     the path that it was called by.
  ///   - version: the version of the program, which `--version` prints before those of `shotflow`
  ///     and its libraries; nil for none.
  ///   - folder: the name of its folders for state, cache and configuration. As `shotflow`, it
  ///     shares the ledger, permissions, caches and plugins with `shotflow`; a name of its own,
  ///     such as `mytool`, keeps them apart.
  public static func run(
    _ components: Components, named name: String? = nil, version: String? = nil,
    keepingStateAs folder: String = "shotflow"
  ) {
    let words = CommandLine.arguments
    let name = name.map { ToolName($0) } ?? ToolName(ofCall: words.first ?? "")
    Tool(
      name: name.text, version: version, components: components, folder: ToolName(folder).text
    ).run(words)
  }
}

extension Tool {
  /// Runs a command line, and ends the program unless it succeeds.
  func run(_ arguments: [String]) {
    let isStarted = FileDescriptors.start()
    let words = arguments.dropFirst()
    func end(_ shortage: String) -> Never {
      messages().write(shortage)
      ExitStatus.missingProgram.exit()
    }
    if let shortage = StackSize.shortage { end(shortage) }
    guard isStarted else {
      end(
        FileDescriptors.shortage ?? "standard input, output and error can't be opened; is there no"
          + " /dev/null?")
    }
    var tool = self
    tool.isCommand = { Command.named($0) != nil }
    tool.selection = FindSelection()
    tool.examples = { [name] in RuleExamples.lines(of: $0, for: name) }
    if words.first == CompletionScript.request {
      return CompletionRequest(in: tool).answer(Array(words.dropFirst()))
    }
    if let shortage = FileDescriptors.shortage { end(shortage) }
    do {
      try tool.run(command: words)
    } catch let status as ExitStatus {
      status.exit()
    } catch {
      messages().report(error, rulePath: "").exit()
    }
  }

  /// The options that may precede a command's name.
  static let rootInputs = [
    CommandInput.help, CommandInput(["--version"], help: "Show the versions."),
    CommandInput(
      ["--color"], value: "when", help: "Colour in messages.",
      values: .cases(of: ColorChoice.self)),
  ]

  private func run(command words: ArraySlice<String>) throws {
    var tool = self
    var words = words
    var options: [String] = []
    let reader = WordReader(Self.rootInputs)
    while let word = words.first, word.hasPrefix("-"), let part = reader.next(in: &words) {
      guard case .option(let place, let value) = part else {
        if case .valueless = part { throw UsageProblem("\(word) takes a value") }
        throw UsageProblem("unknown option \"\(word)\"; \"\(name) --help\" lists the commands")
      }
      switch (Self.rootInputs[place].names[0], value) {
      case ("--color", let value?):
        options = ["--color", value]
        tool.color = try ColorChoice(named: value)
      case ("--version", _): return output.write("\(VersionReport(of: self))\n")
      default: return output.writeHelp(FirstScreen(of: tool).text)
      }
    }
    guard let word = words.popFirst() else {
      return output.writeHelp(FirstScreen(of: tool).text)
    }
    if word == WhyCommand.text.name, let query = WhyCommand.query(in: words, tool) {
      return try FindCommand.explain(query.asset, query.options, in: tool)
    }
    if let command = Command.named(word) {
      return try command.run(Array(words), options: options, below: name, in: tool)
    }
    if let picking = Self.pickingGroups(word, Array(words)) {
      return try PickCommand.command.run(picking, options: options, below: name, in: tool)
    }
    guard isRule(word) else {
      throw unknownCommand(
        word, "\"\(name) help\" lists the commands, and \"\(name) rules\" the rules")
    }
    try RunCommand.command.run([word] + words, options: options, below: name, in: tool)
  }

  /// Returns the arguments of `pick` for `duplicates --page` and `similar --page`; nil for any other
  /// line.
  private static func pickingGroups(_ rule: String, _ words: [String]) -> [String]? {
    let page = "--page"
    guard ["duplicates", "similar"].contains(rule), words.contains(page),
      !words.contains("--help")
    else { return nil }
    let groups = words.contains("--groups") ? [] : ["--groups"]
    return [page, rule] + groups + words.filter { $0 != page }
  }

  /// Returns true if a word in place of a command's name is a path, or the name of a rule.
  func isRule(_ word: String) -> Bool {
    if word.isEmpty || word.hasPrefix("-") || isCommand(word) { return false }
    return !RuleFolders.isName(word) || ruleFolders.rule(named: word) != nil
  }
}

/// The stack that a shell lets this process have.
enum StackSize {
  /// The bytes that any command needs, some times over.
  private static let needed = 512 << 10

  /// The message that the stack is too small, with the remedy; nil if it is large enough.
  static var shortage: String? {
    let size = csystem_stack_size()
    guard size < needed else { return nil }
    return "the stack is too small: \(size >> 10) KiB, \(needed >> 10) needed; raise the limit "
      + "with \"ulimit -s 8192\""
  }
}
