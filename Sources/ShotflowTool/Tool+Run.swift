internal import ArgumentParser
internal import Pipeline

extension Tool {
  /// Does what a command line says; ends the program unless all went well.
  func run(_ arguments: [String]) {
    Signals.ignoreBrokenPipes()
    if let shortage = FileDescriptors.shortage {
      messages().write(shortage)
      ExitStatus.missingProgram.exit()
    }
    do {
      let words = Array(arguments.dropFirst())
      if words.first == "run" {
        try RunCommand.run(Array(words.dropFirst()), in: self)
      } else {
        var command = try declaring { try RootCommand.parseAsRoot(words) }
        if let command = command as? any ToolCommand {
          try command.run(in: self)
        } else {
          try command.run()
        }
      }
    } catch let status as ExitStatus {
      status.exit()
    } catch {
      declaring { CommandLineProblem(error, arguments: arguments, in: self).exit() }
    }
  }
}

/// A command line that could not be read, or a question for help that looks like one.
struct CommandLineProblem {
  private let error: any Error
  private let arguments: [String]
  private let tool: Tool

  init(_ error: any Error, arguments: [String], in tool: Tool) {
    self.error = error
    self.arguments = arguments
    self.tool = tool
  }

  /// Shows what is wrong, or the help that was asked for, and ends the program.
  func exit() -> Never {
    if let (word, names) = unknownCommand {
      let remedy =
        NearestName.of(word, among: names).map { "did you mean \"\($0)\"?" }
        ?? "\"\(tool.name) --help\" lists the commands"
      tool.messages().write("no command called \"\(word)\"; \(remedy)")
      ExitStatus.wrongCommandLine.exit()
    }
    let code = RootCommand.exitCode(for: error)
    let text = RootCommand.fullMessage(for: error)
    if code.isSuccess {
      tool.output.write(text.isEmpty ? "" : text + "\n")
      ExitStatus.done.exit()
    }
    tool.output.write(text + "\n", to: 2)
    ExitStatus.wrongCommandLine.exit()
  }

  /// The word that stands where a command should, and the commands that there are in its place.
  private var unknownCommand: (word: String, names: [String])? {
    var words = arguments.dropFirst()
    var names = ["help"]
    if words.first == "help" { words.removeFirst() }
    var commands = RootCommand.configuration.subcommands
    while !commands.isEmpty, let word = words.popFirst(), !word.hasPrefix("-"), word != "help" {
      names += commands.map { $0._commandName }
      guard let command = commands.first(where: { $0._commandName == word }) else {
        return (word, names)
      }
      names = []
      commands = command.configuration.subcommands
    }
    return nil
  }
}
