import Foundation

/// A Markdown file of the project.
struct Document: CustomStringConvertible, Sendable {
  let path: String

  var description: String { path }

  static let all =
    (["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
    + Checkout.contents(of: "docs").filter { $0.hasSuffix(".md") }).map(Document.init)

  /// The fenced blocks in order.
  func blocks() throws -> [FencedBlock] {
    var blocks: [FencedBlock] = []
    var open: FencedBlock?
    for (index, line) in try lines().enumerated() {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.lines.append(line)
          open = block
        }
      } else if line.hasPrefix("```") {
        open = FencedBlock(info: String(line.dropFirst(3)), place: "\(path):\(index + 1)")
      }
    }
    return blocks
  }

  /// The files and folders of the project that the document links to, from the project's root.
  func linkedPaths() throws -> [String] {
    let folder = (path as NSString).deletingLastPathComponent
    return try lines().flatMap { line in
      line.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/).map { match in
        ((folder as NSString).appendingPathComponent(String(match.1)) as NSString)
          .standardizingPath
      }
    }
  }

  private func lines() throws -> [String] {
    try Checkout.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
