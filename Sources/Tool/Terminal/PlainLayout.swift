/// A formatter of text blocks for the terminal. No line is longer than the width, except examples
/// and single words that are longer.
package struct PlainLayout {
  private let width: Int
  private let mark: (String) -> String

  /// The column at which the meanings of terms begin at the latest.
  private static let longestTerm = 24

  /// Fits text to a terminal of `width` columns; `mark` highlights a term.
  package init(width: Int, mark: @escaping (String) -> String = { $0 }) {
    self.width = max(width, 20)
    self.mark = mark
  }

  /// Returns all blocks, with an empty line between two.
  package func text(_ blocks: [TextBlock]) -> String {
    blocks.map { text($0) }.joined(separator: "\n")
  }

  /// Returns the lines of one block.
  ///
  /// - Parameter indent: the number of spaces before every line.
  package func text(_ block: TextBlock, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    switch block {
    case .paragraph(let text):
      return filled(text, from: indent).map { "\(margin)\($0)\n" }.joined()
    case .example(let lines): return lines.map { "\(margin)  \($0)\n" }.joined()
    case .terms(let terms):
      let longest = terms.map(\.name.count).filter { $0 <= column }.max() ?? column
      return terms.map { text($0, meaningAt: indent + longest + 4, margin + "  ") }.joined()
    }
  }

  private var column: Int { min(Self.longestTerm, width / 3) }

  private func text(_ term: TextBlock.Term, meaningAt place: Int, _ margin: String) -> String {
    let lines = filled(term.meaning, from: place)
    let gap = place - margin.count - term.name.count
    let isOnItsLine = gap >= 2
    let space = String(repeating: " ", count: place)
    var text = margin + mark(term.name)
    if let first = lines.first, isOnItsLine {
      text += String(repeating: " ", count: gap) + first
    }
    return ([text] + lines.dropFirst(isOnItsLine ? 1 : 0).map { space + $0 })
      .map { $0 + "\n" }.joined()
  }

  private func filled(_ text: String, from place: Int) -> [String] {
    let room = max(width - place, 16)
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= room {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
