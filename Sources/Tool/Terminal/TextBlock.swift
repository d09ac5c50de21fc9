/// A paragraph, an example or a list, as shown on a terminal and in manual pages.
///
/// ```swift
/// TextBlock.blocks(of: "It takes a rule:\n\n  shotflow run recent")
/// ```
package enum TextBlock: Hashable, Sendable {
  /// Sentences, which fill the width of the page.
  case paragraph(String)
  /// Lines of input or output, which are not wrapped.
  case example([String])
  /// Terms with their meanings.
  case terms([Term])

  /// A word of a list, and its meaning.
  package struct Term: Hashable, Sendable {
    /// The term.
    package let name: String
    /// The meaning of the term.
    package let meaning: String

    package init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// Returns the paragraphs and examples of a text; lines of examples begin with two spaces.
  package static func blocks(of text: String) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var sentences: [Substring] = []
    var lines: [String] = []
    func end() {
      if !sentences.isEmpty { blocks.append(.paragraph(sentences.joined(separator: " "))) }
      if !lines.isEmpty { blocks.append(.example(lines)) }
      (sentences, lines) = ([], [])
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isExample = line.hasPrefix("  ")
      if line.isEmpty || isExample != !lines.isEmpty { end() }
      if line.isEmpty { continue }
      if isExample { lines.append(String(line.dropFirst(2))) } else { sentences.append(line) }
    }
    end()
    return blocks
  }
}
