/// An option that may stand on a command line, whichever part of the tool declares it.
package struct LineOption: Sendable {
  /// With their dashes; the first is offered.
  package let names: [String]
  package let summary: String
  /// Nil for a flag.
  package let value: LineValue?
  package let isRepeating: Bool
  /// True when its value may begin with a dash.
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

  /// Its name with the first sentence of what it is for.
  var candidate: Candidate {
    let first = summary.firstRange(of: ". ").map { summary[..<$0.lowerBound] } ?? summary[...]
    return Candidate(names[0], String(first.last == "." ? first.dropLast() : first))
  }
}

/// The values that an option or argument may have.
package indirect enum LineValue: Sendable {
  /// Anything; nothing is offered.
  case free
  case words([Candidate])
  /// Several, with commas between.
  case list(LineValue)
  case paths(PathListing.Files)
  /// Values that are looked for only when they are asked for, given the part that was typed and the whole line.
  case found(@Sendable (_ typed: String, _ line: LineReading) -> [Candidate])
  /// All of these.
  case any([LineValue])

  package static func words(_ words: [String]) -> LineValue { .words(words.map { Candidate($0) }) }
}
