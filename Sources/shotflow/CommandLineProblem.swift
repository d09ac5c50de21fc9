internal import ArgumentParser
internal import Pipeline

/// A command line that could not be read, or a question for help that looks like one.
struct CommandLineProblem {
  private let error: any Error
  private let arguments: [String]

  init(_ error: any Error, arguments: [String]) {
    self.error = error
    self.arguments = arguments
  }

  /// Shows what is wrong, or the help that was asked for, and ends the program.
  func exit() -> Never {
    let code = Shotflow.exitCode(for: error)
    let text = Shotflow.fullMessage(for: error)
    if code.isSuccess {
      Output.write(text.isEmpty ? "" : text + "\n")
      ExitStatus.done.exit()
    }
    if let suggestion = misspeltCommand {
      let word = arguments.dropFirst().first ?? ""
      Output.write(
        "shotflow: no command called \"\(word)\"; did you mean \"\(suggestion)\"?\n", to: 2)
    } else {
      Output.write(text + "\n", to: 2)
    }
    ExitStatus.wrongCommandLine.exit()
  }

  /// The command that the first word was meant to be.
  private var misspeltCommand: String? {
    let names = Shotflow.configuration.subcommands.map { $0._commandName } + ["help"]
    guard let word = arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word)
    else { return nil }
    return NearestName.of(word, among: names)
  }
}
