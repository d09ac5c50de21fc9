/// An option on a command line, declared by a command or by a rule.
package struct LineOption: Sendable {
  /// The names with their dashes; the first is completed.
  package let names: [String]
  /// The description of the option.
  package let summary: String
  /// The suggestions for the option's value; nil for a flag.
  package let value: LineValue?
  /// True if the option may be repeated.
  package let isRepeating: Bool
  /// True if the value may begin with a dash.
  package let takesDashes: Bool

  package init(
    _ names: [String], _ summary: String, _ value: LineValue?, isRepeating: Bool = false,
    takesDashes: Bool = true
  ) {
    self.names = names
    self.summary = summary
    self.value = value
    self.isRepeating = isRepeating
    self.takesDashes = takesDashes
  }

  /// The candidate: the first name, with the first sentence of the summary.
  var candidate: Candidate {
    let first = summary.firstRange(of: ". ").map { summary[..<$0.lowerBound] } ?? summary[...]
    return Candidate(names[0], String(first.last == "." ? first.dropLast() : first))
  }
}

/// The values that an option or argument may have.
package indirect enum LineValue: Sendable {
  /// Any value; there are no candidates.
  case free
  /// Only the given values.
  case words([Candidate])
  /// Several of the given values, separated by commas.
  case list(LineValue)
  /// The paths of files and folders.
  case paths(PathListing.Files)
  /// Values that are computed from the typed part and the whole line when they are needed.
  case found(@Sendable (_ typed: String, _ line: ParsedLine) -> [Candidate])
  /// A value that may be any of several sorts, such as a rule's name or a path.
  case any([LineValue])

  /// Returns values given by their texts, without descriptions.
  package static func words(_ words: [String]) -> LineValue { .words(words.map { Candidate($0) }) }
}
