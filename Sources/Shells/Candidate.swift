/// One text that may stand next on a command line.
package struct Candidate: Hashable, Sendable {
  /// As the program would get it; data, which no shell may expand.
  package let text: String
  /// A few words for shells that show them.
  package let summary: String
  /// True when the word is over behind it; a folder goes on.
  package let isWhole: Bool

  package init(_ text: String, _ summary: String = "", isWhole: Bool = true) {
    self.text = text
    self.summary = summary
    self.isWhole = isWhole
  }
}

/// The candidates for the next word, and the part of the word with the cursor that they replace.
package struct Completion: Sendable {
  /// The start of the word that stays: `--library=~/`.
  package private(set) var head = ""
  /// The separators at the cuts, in order: `=/` for that head.
  package private(set) var separators = ""
  /// The rest of the word, which candidates begin with.
  package private(set) var typed: String
  package var candidates: [Candidate] = []
  /// True when the shell may complete the word as the path of a file by itself.
  package var isPath = false

  package init(_ word: String) {
    typed = word
  }

  /// Cuts the word behind a separator.
  ///
  /// - Parameter isFirst: whether the first one counts, and not the last.
  package mutating func cut(behind separator: Character, isFirst: Bool = false) {
    let place = isFirst ? typed.firstIndex(of: separator) : typed.lastIndex(of: separator)
    guard let place else { return }
    let next = typed.index(after: place)
    head += typed[..<next]
    typed = String(typed[next...])
    separators.append(separator)
  }

  /// Takes over what another completion of the same word found, as far as it cut the word like this
  /// one, or nothing was found yet.
  package mutating func merge(_ other: Completion) {
    if candidates.isEmpty {
      self = other
    } else if head == other.head {
      let known = Set(candidates.map(\.text))
      candidates += other.candidates.filter { !known.contains($0.text) }
    }
    isPath = isPath || other.isPath
  }

  /// Leaves out what begins otherwise, byte by byte.
  package mutating func filter() {
    let start = typed.utf8
    candidates.removeAll { !$0.text.utf8.starts(with: start) }
  }

  /// How many candidates a shell gets.
  package static let mostCandidates = 1000

  /// Cuts a list that is too long; what all have in common stays as it is.
  package mutating func cut(to count: Int = mostCandidates) {
    guard candidates.count > count else { return }
    filter()
    guard candidates.count > count else { return }
    // The first and the last have no more in common than all.
    candidates.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    candidates.removeSubrange((count - 1)..<(candidates.count - 1))
  }
}
