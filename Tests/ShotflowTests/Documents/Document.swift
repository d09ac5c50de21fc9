import Foundation
import ProgramSupport
import TestSupport

/// A Markdown file of the project.
struct Document: CustomStringConvertible, Sendable {
  let path: String

  var description: String { path }

  static let all =
    (["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    + Checkout.files(in: "docs").filter { $0.hasSuffix(".md") }).map(Document.init)

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

  /// The headings that the document links to, each with its document's path.
  func linkedHeadings() throws -> [(path: String, heading: String)] {
    let folder = (path as NSString).deletingLastPathComponent
    return try lines().flatMap { line in
      line.matches(of: /\]\(([^)#:]*)#([^)]+)\)/).map { match in
        let target = (folder as NSString).appendingPathComponent(String(match.1))
        return (match.1.isEmpty ? path : (target as NSString).standardizingPath, String(match.2))
      }
    }
  }

  /// The headings, as links name them: small letters, digits and hyphens.
  func headings() throws -> Set<String> {
    Set(
      try lines().filter { $0.hasPrefix("#") }.map { line in
        let text = line.drop { $0 == "#" }.dropFirst().lowercased()
        return String(
          text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map {
            $0 == " " ? "-" : $0
          })
      })
  }

  private func lines() throws -> [String] {
    try Checkout.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
