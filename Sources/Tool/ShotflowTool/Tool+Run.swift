internal import ArgumentParser
internal import Pipeline
internal import Sessions
internal import Terminal

extension Tool {
  /// Runs a command line, and ends the program unless it succeeds.
  func run(_ arguments: [String]) {
    var tool = self
    tool.isCommand = RootCommand.hasCommand
    tool.selection = FindSelection()
    tool.examples = { [name] in CommandExamples.lines(of: $0, for: name) }
    tool.runCommand(arguments)
  }

  private func runCommand(_ arguments: [String]) {
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
    if arguments.dropFirst().first == CompletionScript.request {
      let commands = RootCommand.configuration.subcommands
      return declaring {
        CompletionRequest(commands, in: self).answer(Array(arguments.dropFirst(2)))
      }
    }
    if let shortage = FileDescriptors.shortage {
      messages().write(shortage)
      ExitStatus.missingProgram.exit()
    }
    do {
      var words = Array(arguments.dropFirst())
      if words.first == "run" {
        try RunCommand.run(Array(words.dropFirst()), in: self)
      } else if words.first == "find" {
        try FindCommand.run(Array(words.dropFirst()), in: self)
      } else if words.first == "stage" {
        try StageCommand.run(Array(words.dropFirst()), in: self)
      } else {
        var tool = self
        let color = try ColorChoice.taken(from: &words)
        tool.color = color ?? .auto
        if words == ["help", "all"] {
          let all = declaring { RootCommand.helpMessage(columns: Self.helpColumns) }
          return tool.output.writeHelp("\(all)\n\(HelpTopic.list(for: tool))")
        }
        if let picking = Self.pickingGroups(words) {
          words = picking
        } else if let rule = ruleArguments(words) {
          let colors = color.map { ["--color", $0.rawValue] } ?? []
          return try RunCommand.run(colors + rule, in: tool)
        }
        if words.first == "help", let topics = HelpTopic.named(by: words.dropFirst()) {
          for (place, topic) in topics.enumerated() {
            if place > 0 { tool.output.write("\n") }
            tool.output.write(topic.blocks(for: tool), tool.style)
          }
          return
        }
        if words.first == "why", words.dropFirst(2).first == "find" {
          return try FindCommand.explain(words[1], Array(words.dropFirst(3)), in: tool)
        }
        // The argument parser takes values of options that it does not know for plain arguments.
        let selection =
          words.first == "pick"
          ? FindSelection().take(
            from: &words, except: ["limit", FindQuery.countOption], in: self) : []
        var command = try declaring { try RootCommand.parseAsRoot(words) }
        if let pick = command as? PickCommand {
          try pick.run(selecting: selection, in: tool)
        } else if let command = command as? any ToolCommand {
          try command.run(in: tool)
        } else {
          try command.run()
        }
      }
    } catch let status as ExitStatus {
      status.exit()
    } catch let problem as UsageProblem {
      messages().report(problem, rulePath: "").exit()
    } catch {
      declaring { CommandLineProblem(error, arguments: arguments, in: self).exit() }
    }
  }
}

extension Tool {
  /// Returns the arguments of `run` for a line that begins with a rule or asks for a rule's help;
  /// nil for any other line, such as one that begins with a command.
  private func ruleArguments(_ words: [String]) -> [String]? {
    guard let first = words.first else { return nil }
    if first != "help" { return isRule(first) ? words : nil }
    guard words.count == 2, HelpTopic(rawValue: words[1]) == nil, isRule(words[1]) else {
      return nil
    }
    return [words[1], "--help"]
  }

  /// Returns the arguments of `pick` for `duplicates --page` and `similar --page`; nil for any other
  /// line.
  private static func pickingGroups(_ words: [String]) -> [String]? {
    let page = "--page"
    guard ["duplicates", "similar"].contains(words.first), words.contains(page),
      !words.contains("--help")
    else { return nil }
    let groups = words.contains("--groups") ? [] : ["--groups"]
    return ["pick", page] + words.prefix(1) + groups + words.dropFirst().filter { $0 != page }
  }

  /// Returns true if a word in place of a command's name is a path, or the name of a rule.
  func isRule(_ word: String) -> Bool {
    if word.isEmpty || word.hasPrefix("-") || isCommand(word) { return false }
    return !RuleFolders.isName(word) || ruleFolders.rule(named: word) != nil
  }
}

/// An error of the argument parser: a rejected command line, or the text of a requested help.
struct CommandLineProblem {
  private let error: any Error
  private let arguments: [String]
  private let tool: Tool

  init(_ error: any Error, arguments: [String], in tool: Tool) {
    self.error = error
    self.arguments = arguments
    self.tool = tool
  }

  /// Prints the problem or the requested help, and ends the program.
  func exit() -> Never {
    if let (word, group, commands) = unknownCommand {
      let names = commands + (group == nil ? tool.ruleFolders.all().map(\.name) : [])
      let known =
        group.map { "\"\($0)\" has \(names.joined(separator: ", "))" }
        ?? (isHelp
          ? "\"\(tool.name) help\" lists the commands and topics"
          : "\"\(tool.name) help\" lists the commands, and \"\(tool.name) rules\" the rules")
      let isStage = group == nil && tool.components.stages.descriptions.contains { $0.name == word }
      let stage = "it is a stage: \(tool.name) find … | \(tool.name) stage \(word)"
      let meant =
        FamiliarWord.meaning(of: word, among: names)
        ?? (isStage ? nil : NearestName.of(word, among: names))
      let remedy = meant.map { "did you mean \"\($0)\"?" } ?? (isStage ? stage : known)
      let call = group.map { "\($0) \(word)" } ?? word
      tool.messages().writeProblem(
        "no command \(group == nil ? "or rule is " : "")called \"\(call)\"; \(remedy)")
      ExitStatus.wrongCommandLine.exit()
    }
    let code = RootCommand.exitCode(for: error)
    let text = RootCommand.fullMessage(for: error, columns: Tool.helpColumns)
    if code.isSuccess {
      // Every start reads this text, so the whole report is made only when it is needed.
      if text == Version.declared {
        tool.output.write("\(VersionReport(of: tool))\n")
        ExitStatus.done.exit()
      }
      // A completion script is not help.
      let isHelp = ["OVERVIEW: ", "USAGE: "].contains { text.hasPrefix($0) }
      let whole = text.isEmpty ? "" : text + "\n"
      if isHelp {
        if isAboutAll {
          tool.output.writeHelp(FirstScreen(of: tool).text)
        } else {
          tool.writeHelp(text, of: namesOfHelp)
        }
      } else {
        tool.output.write(whole)
      }
      ExitStatus.done.exit()
    }
    let problem = Self.restated(RootCommand.message(for: error))
    tool.messages().writeProblem("\(problem); \(help)")
    ExitStatus.wrongCommandLine.exit()
  }

  /// Returns a message of the parser in shotflow's style: lower case, no full stop, double quotes.
  private static func restated(_ message: String) -> String {
    var text = message.split(whereSeparator: \.isNewline).joined(separator: "; ")
      .replacing(". Did you mean ", with: "; did you mean ")
    if text.hasPrefix("Error: ") { text.removeFirst("Error: ".count) }
    while text.last == "." { text.removeLast() }
    let isWord = text.prefix(2).last?.isLowercase ?? false
    text = (isWord ? text.prefix(1).lowercased() : String(text.prefix(1))) + text.dropFirst()
    return text.replacing(/'([^']*)'/) { "\"\($0.1)\"" }
  }

  /// The remedy that names the command with help, such as `"shotflow run --help" explains it`.
  private var help: String {
    "\"\(([tool.name] + commandNames + ["--help"]).joined(separator: " "))\" explains it"
  }

  /// The names of the commands on the line, from the outermost: `auth`, then `grant`.
  private var commandNames: [String] {
    var names: [String] = []
    var commands = RootCommand.configuration.subcommands
    for word in arguments.dropFirst() {
      guard let command = commands.first(where: { $0._commandName == word }) else { break }
      names.append(word)
      commands = command.configuration.subcommands
    }
    return names
  }

  /// The names of the command whose help is requested, the outermost first; empty for all commands.
  private var namesOfHelp: [String] { isHelp ? Array(arguments.dropFirst(2)) : commandNames }

  /// True if the line begins with the command for help.
  private var isHelp: Bool { arguments.dropFirst().first == "help" }

  /// True if the line is a request for help that names no command.
  private var isAboutAll: Bool {
    arguments.dropFirst(isHelp ? 2 : 1).allSatisfy { $0.hasPrefix("-") }
  }

  /// The first word that is no command where one has to be, the command before it, nil without one,
  /// and the valid names there; nil if all commands are known.
  private var unknownCommand: (word: String, group: String?, names: [String])? {
    var words = arguments.dropFirst()
    var names = ["help"]
    var group: String?
    if isHelp {
      words.removeFirst()
      names += HelpTopic.allCases.map(\.rawValue)
    }
    var commands = RootCommand.configuration.subcommands
    while !commands.isEmpty, let word = words.popFirst(), !word.hasPrefix("-"), word != "help" {
      names += commands.map { $0._commandName }
      guard let command = commands.first(where: { $0._commandName == word }) else {
        return (word, group, names)
      }
      names = []
      group = word
      commands = command.configuration.subcommands
    }
    return nil
  }
}
