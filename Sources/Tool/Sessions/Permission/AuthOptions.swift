package import ArgumentParser

/// The options of a decision: its libraries, its capabilities, and the folder of the rule's name.
package struct AuthOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "This library instead of all that the rule asks for. May be repeated.", valueName: "folder"))
  package var library: [String] = []

  @Option(
    help: ArgumentHelp(
      "This capability instead of all that the rule asks for: clipboard, desktop, exec, network,"
        + " references or write. May be repeated.", valueName: "name"))
  package var allow: [String] = []

  @Flag(help: "A name means a rule of your own, also where one that ships is called so.")
  package var user = false

  package init() {}
}
