import Foundation
import Testing

/// Texts for shells, SQL, markup and formats are escaped by scalars: to a `Character`, a quote with a
/// mark is no quote.
@Suite struct EscapingTests {
  /// Few texts are looked at closely: that is slow.
  private static func mayBeSpecial(_ text: String) -> Bool {
    strstr(text, ".replacing(\"") != nil || strstr(text, "split(separator: \"") != nil
  }

  @Test func noSpecialCharacterIsReplacedAsACharacter() throws {
    for source in try SourceText.all() where Self.mayBeSpecial(source.text) {
      let lines = source.text.split(separator: "\n").map(String.init)
      for line in lines where Self.mayBeSpecial(line) {
        let found = line.firstMatch(
          of: /\.replacing\("(?:[^\w\\]|\\["\\])", with:|split\(separator: "(?:['$<>]|\\["\\])"/)
        let isOfTesseract = line.contains(#".split(separator: "\"", omitting"#)
        #expect(found == nil || isOfTesseract, "\(source.name): \(line)")
      }
    }
  }
}
