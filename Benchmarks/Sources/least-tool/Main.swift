internal import ArgumentParser

/// The least that a tool with swift-argument-parser costs: one command with three options.
@main
struct LeastTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "least-tool", subcommands: [Run.self])

  struct Run: ParsableCommand {
    @Option var library: String?
    @Option var lanes: Int?
    @Flag var quiet = false
    @Argument var rule: String

    func run() {
      print(rule)
    }
  }
}
