import Foundation
import Testing

/// The text of a Swift file below `Sources`.
struct SourceText {
  let name: String
  let text: String

  private static let sources = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("Sources")

  /// All of them, over a thousand.
  static func all() throws -> [SourceText] {
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let texts = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
      SourceText(
        name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
    }
    try #require(texts.count > 1000)
    return texts
  }
}
