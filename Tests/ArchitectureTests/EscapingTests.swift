import Foundation
import Testing

/// Texts for shells, SQL, markup and formats are escaped by scalars: to a `Character`, a quote with a
/// mark is no quote.
@Suite struct EscapingTests {
  private static let sources = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("Sources")

  private static func mayBeSpecial(_ line: Substring.UTF8View) -> Bool {
    line.firstRange(of: ".replacing(\"".utf8) != nil
      || line.firstRange(of: "split(separator: \"".utf8) != nil
  }

  @Test func noSpecialCharacterIsReplacedAsACharacter() throws {
    let files = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      // Few lines are looked at closely: that is slow.
      for line in text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init)
      where Self.mayBeSpecial(line.utf8) {
        let found = line.firstMatch(
          of: /\.replacing\("(?:[^\w\\]|\\["\\])", with:|split\(separator: "(?:['$<>]|\\["\\])"/)
        let isOfTesseract = line.contains(#".split(separator: "\"", omitting"#)
        #expect(found == nil || isOfTesseract, "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 1000)
  }
}
