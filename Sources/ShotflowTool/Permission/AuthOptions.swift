internal import ArgumentParser

/// A rule, and what a decision is about.
struct AuthOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "This library instead of all that the rule asks for. May be repeated.", valueName: "folder"))
  var library: [String] = []

  @Option(
    help: ArgumentHelp(
      "This capability instead of all that the rule asks for: clipboard, desktop, exec, network,"
        + " references or write. May be repeated.", valueName: "name"))
  var allow: [String] = []

  @Flag(help: "A name means a rule of your own, also where one that ships is called so.")
  var user = false
}
