internal import ArgumentParser

/// Shows what the exit statuses mean; `shotflow help exit-status` shows the same.
struct ExitStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exit-status",
    abstract: "Show what the exit statuses mean.",
    discussion: table)

  static let table = ExitStatus.allCases.map { status in
    let number = "\(status.rawValue)"
    return String(repeating: " ", count: 5 - number.count) + number + "  " + status.summary
  }.joined(separator: "\n")

  func run() {
    Output.write(Self.table + "\n")
  }
}
