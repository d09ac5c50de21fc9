package import ArgumentParser

/// The options of `auth grant` and others: libraries, capabilities, `--user` and `--shipped`.
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

  @OptionGroup package var origin: RuleOriginOptions

  package init() {}
}
