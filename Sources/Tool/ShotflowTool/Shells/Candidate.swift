/// A suggestion for the next word on a command line.
package struct Candidate: Hashable, Sendable {
  /// The text as the program would receive it; no shell may expand it.
  package let text: String
  /// A short description, for shells that show one.
  package let summary: String
  /// True if the word is complete; false for a folder, whose path continues.
  package let isWhole: Bool

  package init(_ text: String, _ summary: String = "", isWhole: Bool = true) {
    self.text = text
    self.summary = summary
    self.isWhole = isWhole
  }
}

/// The candidates for the next word, and the part of the word with the cursor that they replace.
package struct Completion: Sendable {
  /// The part of the word that a suggestion doesn't replace: `--library=~/`.
  package private(set) var head = ""
  /// The separators that end the parts of ``head``, in order: `=/` for `--library=~/`.
  package private(set) var separators = ""
  /// The part of the word behind ``head``, which the text of each candidate replaces.
  package private(set) var typed: String
  /// The suggestions for the rest of the word.
  package var candidates: [Candidate] = []
  /// True if the shell may also complete the word as the path of a file.
  package var isPath = false

  package init(_ word: String) {
    typed = word
  }

  /// Moves the word up to a separator into ``head``: the first one if `isFirst`, else the last.
  package mutating func cut(behind separator: Character, isFirst: Bool = false) {
    let place = isFirst ? typed.firstIndex(of: separator) : typed.lastIndex(of: separator)
    guard let place else { return }
    let next = typed.index(after: place)
    head += typed[..<next]
    typed = String(typed[next...])
    separators.append(separator)
  }

  /// Adds another completion's candidates for the same word; ignores those with another ``head``.
  package mutating func merge(_ other: Completion) {
    let isPath = isPath || other.isPath
    if candidates.isEmpty {
      self = other
    } else if head == other.head {
      let known = Set(candidates.map(\.text))
      candidates += other.candidates.filter { !known.contains($0.text) }
    }
    self.isPath = isPath
  }

  /// Removes the suggestions that don't begin with the typed bytes.
  package mutating func filter() {
    let start = typed.utf8
    candidates.removeAll { !$0.text.utf8.starts(with: start) }
  }

  /// The greatest number of candidates for a shell.
  package static let mostCandidates = 1000

  /// Shortens a list that is too long, without changing the common start of all candidates.
  package mutating func cut(to count: Int = mostCandidates) {
    guard candidates.count > count else { return }
    filter()
    guard candidates.count > count else { return }
    // The first and last candidate in order have the same common start as all.
    candidates.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    candidates.removeSubrange((count - 1)..<(candidates.count - 1))
  }
}
