/// A completion in the form that the script of a shell reads: texts that end with NUL, as names may
/// hold anything else.
package struct CompletionAnswer: Sendable {
  package let text: String

  private static let end = "\0"

  /// For bash: `nospace` or nothing; then what each candidate adds to the line, in quotes as
  /// the cursor is.
  ///
  /// bash replaces no part of what was typed, so it need not know where a word of its own begins.
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

  /// For zsh: where it cuts the word, then a mark, a text and what the list shows for each candidate.
  ///
  /// zsh compares with what was typed in its own way, and quotes what it inserts.
  ///
  /// - Parameter shown: makes a text fit for a terminal.
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

  /// For fish: each whole word, and what it is for behind a tab.
  ///
  /// fish compares with what was typed in its own way, and quotes what it inserts.
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
