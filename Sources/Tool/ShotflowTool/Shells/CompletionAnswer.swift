/// A completion in the form that a shell's script reads: texts that end with NUL, as names may
/// contain any other character.
package struct CompletionAnswer: Sendable {
  /// The texts for the script, each with its NUL.
  package let text: String

  private static let end = "\0"

  /// Creates the answer for bash: `nospace` or nothing, then for each candidate the text to append
  /// to the line, quoted for the cursor's position. bash replaces no part of the typed text, so the
  /// position where its own word begins doesn't matter.
  package init(bash completion: Completion, on line: BashLine) {
    guard !line.isExpanded else {
      text = Self.end
      return
    }
    var completion = completion
    completion.candidates.removeAll { $0.text.contains("\0") }
    completion.filter()
    if completion.candidates.count > 1 {
      completion.candidates.removeAll { !BashQuoting.isShown($0.text) }
    }
    completion.cut()
    let start = completion.typed.utf8.count
    let added = completion.candidates.compactMap { candidate in
      line.quoting.typed(String(decoding: candidate.text.utf8.dropFirst(start), as: UTF8.self))
    }
    let isOpen = completion.candidates.count == 1 && !completion.candidates[0].isWhole
    text = ([isOpen ? "nospace" : ""] + added).map { $0 + Self.end }.joined()
  }

  /// Creates the answer for zsh: `p` if paths complete the word, else `-`, and its separators; then
  /// for each candidate `+` if it is whole, else `-`, its text and its line in the list. zsh
  /// matches the typed text by its own settings, and quotes the inserted text. `shown` makes a text
  /// safe for a terminal; `columns` returns its width.
  package init(zsh completion: Completion, shown: (String) -> String, columns: (String) -> Int) {
    var completion = completion
    completion.candidates.removeAll { $0.text.contains("\0") }
    completion.cut()
    let candidates = completion.candidates
    let names = candidates.map { shown($0.text) }
    let widths = names.map(columns)
    let width = widths.filter { $0 <= Self.widestName }.max() ?? 0
    var parts = [(completion.isPath ? "p" : "-") + completion.separators]
    for (place, candidate) in candidates.enumerated() {
      let padding = String(repeating: " ", count: max(0, width - widths[place]))
      let summary = candidate.summary.isEmpty ? "" : padding + "  -- " + shown(candidate.summary)
      parts += [candidate.isWhole ? "+" : "-", candidate.text, names[place] + summary]
    }
    text = parts.map { $0 + Self.end }.joined()
  }

  private static let widestName = 40

  /// Creates the answer for fish: each whole word, then a tab and its description. fish matches the
  /// typed text by its own settings, and quotes the inserted text.
  package init(fish completion: Completion, shown: (String) -> String) {
    var completion = completion
    completion.candidates.removeAll { $0.text.contains("\0") || $0.text.contains("\t") }
    completion.cut()
    text = completion.candidates.map { candidate in
      let summary = candidate.summary.isEmpty ? "" : "\t" + shown(candidate.summary)
      return completion.head + candidate.text + summary + Self.end
    }.joined()
  }
}
