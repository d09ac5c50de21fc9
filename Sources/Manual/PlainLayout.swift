/// Blocks of text as lines of a terminal.
///
/// No line is longer than the width, but for examples and words that are longer themselves.
package struct PlainLayout {
  private let width: Int
  private let mark: (String) -> String

  /// The meanings of terms begin here at the latest.
  private static let longestTerm = 24

  /// - Parameters:
  ///   - width: in columns.
  ///   - mark: makes a term stand out.
  package init(width: Int, mark: @escaping (String) -> String = { $0 }) {
    self.width = max(width, 20)
    self.mark = mark
  }

  /// All blocks, with an empty line between two.
  package func text(_ blocks: [TextBlock]) -> String {
    blocks.map { text($0) }.joined(separator: "\n")
  }

  /// - Parameter indent: the number of spaces in front of every line.
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

  /// The words of a text in lines that end at the width.
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
