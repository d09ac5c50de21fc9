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
      RunCommand.self, BrowseCommand.self, CheckCommand.self, ExplainCommand.self,
      StagesCommand.self,
      FieldsCommand.self, AuthCommand.self, LedgerCommand.self, CacheCommand.self,
      DoctorCommand.self, ExitStatusCommand.self, ReferenceCommand.self,
    ])

  static func main() {
    Signals.ignoreBrokenPipes()
    if let shortage = FileDescriptors.shortage {
      Messages().write(shortage)
      ExitStatus.missingProgram.exit()
    }
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.first == "run" {
        try RunCommand.run(Array(words.dropFirst()))
      } else {
        var command = try parseAsRoot(words)
        try command.run()
      }
    } catch let status as ExitStatus {
      status.exit()
    } catch {
      CommandLineProblem(error, arguments: CommandLine.arguments).exit()
    }
  }
}
