import TestSupport

/// A part of a Markdown file that stands together: a paragraph, an item of a list, a row, or a
/// fenced block.
struct DocumentBlock: CustomStringConvertible {
  let document: String
  /// The number of its first line.
  let line: Int
  /// The text behind the fence's marks, such as `text tree`; nil for a block without a fence.
  let fence: String?
  /// The lines without those of the fence.
  var lines: [String]
  /// The paths of the code that the section is about: those of a paragraph that begins with `Code:`.
  let subject: [String]

  var description: String { "\(document):\(line)" }
  var text: String { lines.joined(separator: " ") }
  /// The texts in backquotes, in order.
  var quotes: [String] { text.matches(of: /`([^`]+)`/).map { String($0.1) } }
  var paths: [String] { quotes.compactMap(Self.path) }

  /// Returns the path that a text in backquotes is, from the project's root.
  static func path(_ quote: String) -> String? {
    if Checkout.has(quote) { return quote }
    return Checkout.has("Sources/\(quote)") ? "Sources/\(quote)" : nil
  }

  /// Returns the blocks of a file.
  static func blocks(of document: String) throws -> [DocumentBlock] {
    var blocks: [DocumentBlock] = []
    var open: DocumentBlock?
    var subject: [String] = []
    func close() {
      guard let block = open else { return }
      if block.fence == nil, block.text.hasPrefix("Code:") { subject = block.paths }
      blocks.append(block)
      open = nil
    }
    let lines = try Checkout.text(of: document).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if open?.fence != nil {
        if line == "```" { close() } else { open?.lines.append(String(line)) }
        continue
      }
      let isFence = line.hasPrefix("```")
      if isFence || line.isEmpty || line.contains(/^(\||#|- |\d+\. )/) { close() }
      if line.hasPrefix("#") { subject = [] }
      if open != nil {
        open?.lines.append(String(line))
      } else if !line.isEmpty {
        open = DocumentBlock(
          document: document, line: index + 1, fence: isFence ? String(line.dropFirst(3)) : nil,
          lines: isFence ? [] : [String(line)], subject: subject)
      }
    }
    close()
    return blocks
  }
}
