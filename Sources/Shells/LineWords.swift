/// The words of a command line around the cursor, as the program would get them.
package struct LineWords: Hashable, Sendable {
  /// The words in front of the one with the cursor, the tool's name left out.
  package let before: [String]
  /// The start of the word with the cursor, up to there.
  package let current: String
  /// The words behind it.
  package let after: [String]

  package init(before: [String], current: String, after: [String]) {
    self.before = before
    self.current = current
    self.after = after
  }

  /// Reads the arguments by which the scripts for zsh and fish hand the words over: how many stand
  /// before the cursor, these, the start of the word with the cursor, and those behind.
  package init?(_ arguments: [String]) {
    guard let first = arguments.first, let count = Int(first), count >= 0,
      arguments.count >= count + 2
    else { return nil }
    self.init(
      before: Array(arguments[1..<count + 1]), current: arguments[count + 1],
      after: Array(arguments[(count + 2)...]))
  }
}
