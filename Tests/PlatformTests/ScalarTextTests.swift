import Platform
import Testing

/// Marks that make one `Character` of a special one and its neighbour change nothing.
@Suite struct ScalarTextTests {
  @Test(arguments: ["'", "\u{D4E}'", "'\u{301}", "\u{D4E}'\u{301}", "''"])
  func everyQuoteIsEscaped(text: String) {
    let escaped = text.escaping(["'": "\"\""])
    #expect(!escaped.unicodeScalars.contains("'"))
    #expect(
      escaped.unicodeScalars.count
        == text.unicodeScalars.count + text.unicodeScalars.count { $0 == "'" })
  }

  @Test func eachIsReplacedOnce() {
    #expect("a<&>b".escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;"]) == "a&lt;&amp;&gt;b")
  }

  @Test func everySlashSeparatesNames() {
    #expect("a\u{D4E}/../\u{301}b".pathNames == ["a\u{D4E}", "..", "\u{301}b"])
    #expect("/a//b/".pathNames == ["a", "b"])
    #expect("/a//b/".pathNames(omittingEmpty: false) == ["", "a", "", "b", ""])
    #expect("xa/b".dropFirst().pathNames == ["a", "b"])
  }
}
