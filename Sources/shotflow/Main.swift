internal import ArgumentParser

/// The command line of shotflow.
@main
struct Shotflow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shotflow",
    abstract:
      "PhotoKit's vocabulary over any photo library, as a pipeline whose rules are Lua files.",
    discussion: """
      A rule says which photos are wanted and what becomes of them; shotflow runs it over a library
      and prints a record for each, one JSON object a line:

        shotflow run rules/recent.lua --library ~/Pictures
      """,
    version: Version.current,
    subcommands: [
      RunCommand.self, CheckCommand.self, ExplainCommand.self, StagesCommand.self,
      FieldsCommand.self, LedgerCommand.self, ExitStatusCommand.self,
    ])

  static func main() {
    Signals.ignoreBrokenPipes()
    do {
      // Laying out the whole tree of commands costs as much as a run on a small library.
      let words = CommandLine.arguments.dropFirst()
      if words.first == RunCommand.configuration.commandName {
        var command = try RunCommand.parseAsRoot(Array(words.dropFirst()))
        try command.run()
      } else {
        var command = try parseAsRoot(nil)
        try command.run()
      }
    } catch let status as ExitStatus {
      status.exit()
    } catch {
      CommandLineProblem(error, arguments: CommandLine.arguments).exit()
    }
  }
}
