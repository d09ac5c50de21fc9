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
