internal import Sessions

struct CompletionsCommand: ToolCommand {
  static let text = CommandText(
    "completions", "Print the script for the Tab key of a shell.",
    """
    A shell that finds the installed script needs nothing more. For any other, add a line to its \
    settings:

      source <(shotflow completions bash)      in ~/.bashrc
      source <(shotflow completions zsh)       in ~/.zshrc, behind compinit
      shotflow completions fish | source       in ~/.config/fish/config.fish
    """,
    examples: [
      "shotflow completions fish > ~/.config/fish/completions/shotflow.fish  # Complete the command line in fish"
    ])

  var shell = Shell.bash

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.requiredChoice("shell", \.shell, "bash, zsh or fish.")]
  }

  func run(in tool: Tool) {
    tool.output.write(CompletionScript(for: shell, tool: tool.name).text)
  }
}
