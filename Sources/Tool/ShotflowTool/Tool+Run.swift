internal import Pipeline
internal import Sessions
internal import Terminal

extension Tool {
  /// Runs a command line, and ends the program unless it succeeds.
  func run(_ arguments: [String]) {
    var tool = self
    tool.isCommand = { Command.named($0) != nil }
    tool.selection = FindSelection()
    tool.examples = { [name] in RuleExamples.lines(of: $0, for: name) }
    tool.runCommand(Array(arguments.dropFirst()))
  }

  private func runCommand(_ words: [String]) {
    let isStarted = FileDescriptors.start()
    if let shortage = StackSize.shortage {
      messages().write(shortage)
      ExitStatus.missingProgram.exit()
    }
    guard isStarted else {
      messages().write(
        FileDescriptors.shortage ?? "standard input, output and error can't be opened; is there no"
          + " /dev/null?")
      ExitStatus.missingProgram.exit()
    }
    if words.first == CompletionScript.request {
      return CompletionRequest(in: self).answer(Array(words.dropFirst()))
    }
    if let shortage = FileDescriptors.shortage {
      messages().write(shortage)
      ExitStatus.missingProgram.exit()
    }
    do {
      try runCommand(words[...])
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

  private func runCommand(_ words: ArraySlice<String>) throws {
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
    if word == WhyCommand.text.name, words.dropFirst().first == FindCommand.text.name {
      return try FindCommand.explain(
        words[words.startIndex], Array(words.dropFirst(2)), in: tool)
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
