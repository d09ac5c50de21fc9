/// The words that tesseract found, from its table: one in each row. The columns are those of
/// tesseract 4 and 5: level, page, block, paragraph, line, word, left, top, width, height,
/// confidence, text.
struct RecognizedWords: Hashable {
  private let rows: [Row]

  private struct Row: Hashable {
    /// The numbers of page, block, paragraph and line.
    let line: [Int]
    let confidence: Double
    let word: String
  }

  private static let header = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num"
  private static let columnCount = 12
  /// The level of rows with words.
  private static let wordLevel = "5"

  /// Reads the table; nil for other bytes.
  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)[...]
    guard lines.popFirst()?.hasPrefix(Self.header) == true else { return nil }
    var rows: [Row] = []
    for line in lines {
      let cells = line.split(
        separator: "\t", maxSplits: Self.columnCount - 1, omittingEmptySubsequences: false)
      guard cells.count >= Self.columnCount - 1 else { return nil }
      guard cells[0] == Self.wordLevel, cells.count == Self.columnCount else { continue }
      let place = cells[1...4].compactMap { Int($0) }
      guard place.count == 4, let confidence = Double(cells[10]) else { return nil }
      let word = String(cells[11].filter { !$0.isWhitespace && !$0.isControl })
      if !word.isEmpty { rows.append(Row(line: place, confidence: confidence, word: word)) }
    }
    self.rows = rows
  }

  /// Returns the words of at least this confidence, in per cent, in the picture's lines, with an
  /// empty line between paragraphs.
  func text(atLeast confidence: Int) -> String {
    var text = ""
    var last: [Int]?
    for row in rows where row.confidence >= Double(confidence) {
      if let last {
        text += last == row.line ? " " : last.dropLast() == row.line.dropLast() ? "\n" : "\n\n"
      }
      text += row.word
      last = row.line
    }
    return text
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
