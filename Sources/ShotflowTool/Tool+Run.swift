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
