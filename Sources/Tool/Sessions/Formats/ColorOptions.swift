package import ArgumentParser
package import Terminal

/// The option `--color` in the help and completions of every command with coloured output.
/// ``ColorChoice/taken(from:)`` parses it, so that it may also be given before the command.
package struct ColorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
  package var color: String?

  package init() {}
}

extension ColorChoice {
  /// Removes `--color` from the arguments of a command, and returns its value; nil without it.
  /// ``ColorOptions`` declares the option. Throws ``UsageProblem`` for an invalid value.
  package static func taken(from words: inout [String]) throws(UsageProblem) -> ColorChoice? {
    let own = words.prefix { $0 != "--" }
    guard let place = own.lastIndex(where: { $0 == "--color" || $0.hasPrefix("--color=") }) else {
      return nil
    }
    let word = words[place]
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : own.dropFirst(place + 1).first
    guard let value else { throw UsageProblem("--color takes a value") }
    guard let choice = ColorChoice(rawValue: value) else {
      throw UsageProblem("--color takes auto, always or never, not \"\(value)\"")
    }
    words.removeSubrange(place..<(parts.count > 1 ? place + 1 : place + 2))
    return choice
  }
}
