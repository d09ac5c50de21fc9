internal import ArgumentParser

/// Shows and changes what rules may use.
struct AuthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: "Show or change what rules may use.",
    discussion: """
      A library that a rule names itself, and capabilities that it wants, need the person's
      permission, once for each rule. A library that is named with --library and files that are
      handed over need none.
      """,
    subcommands: [
      AuthStatusCommand.self, AuthRequestCommand.self, AuthGrantCommand.self,
      AuthLimitCommand.self, AuthRevokeCommand.self, AuthDenyCommand.self, AuthLogCommand.self,
      AuthPathCommand.self,
    ])
}
