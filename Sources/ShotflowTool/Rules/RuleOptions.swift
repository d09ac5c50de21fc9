internal import ArgumentParser

/// How a command line gives a rule besides its first word; ``RunRequest`` reads the same by hand.
struct RuleOptions: ParsableArguments {
  @Option(
    name: .customShort("e"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The text of the rule. May be repeated.", valueName: "text"))
  var expression: [String] = []

  @Flag(help: "A name means a rule of your own, even where a shipped rule has the same name.")
  var user = false

  /// The text behind `-e`; nil without one.
  var text: RuleSubject? {
    expression.isEmpty ? nil : .text(expression.joined(separator: "\n"))
  }
}
