import Foundation
import Testing

/// Texts for shells, SQL, markup and formats are escaped by scalars: to a `Character`, a quote with a
/// mark is no quote.
@Suite struct EscapingTests {
  static let sources = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("Sources")

  /// Few texts are looked at closely: that is slow.
  private static func mayBeSpecial(_ text: String) -> Bool {
    strstr(text, ".replacing(\"") != nil || strstr(text, "split(separator: \"") != nil
  }

  @Test func noSpecialCharacterIsReplacedAsACharacter() throws {
    let files = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      guard Self.mayBeSpecial(text) else { continue }
      for line in text.split(separator: "\n").map(String.init) where Self.mayBeSpecial(line) {
        let found = line.firstMatch(
          of: /\.replacing\("(?:[^\w\\]|\\["\\])", with:|split\(separator: "(?:['$<>]|\\["\\])"/)
        let isOfTesseract = line.contains(#".split(separator: "\"", omitting"#)
        #expect(found == nil || isOfTesseract, "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 1000)
  }
}
