internal import ArgumentParser
internal import Sessions

extension Shell: ExpressibleByArgument {}

struct CompletionsCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completions",
      abstract: "Print the script for the Tab key of a shell.",
      discussion: """
        A shell that finds the installed script needs nothing more. For any other, add a line to its \
        settings:

          source <(\(ToolName.declared) completions bash)      in ~/.bashrc
          source <(\(ToolName.declared) completions zsh)       in ~/.zshrc, behind compinit
          \(ToolName.declared) completions fish | source       in ~/.config/fish/config.fish
        """)
  }

  @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
  var shell: Shell

  func run(in tool: Tool) {
    tool.output.write(CompletionScript(for: shell, tool: tool.name).text)
  }
}
