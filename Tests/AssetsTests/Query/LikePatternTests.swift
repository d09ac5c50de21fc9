import Assets
import PipelineSupport
import Samples
import Testing

@Suite struct LikePatternTests {
  /// The definition, tried out.
  private func slow(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*":
      return (text.startIndex...text.endIndex).contains { slow(rest, text[$0...]) }
    case "?": return !text.isEmpty && slow(rest, text.dropFirst())
    case "\\" where !rest.isEmpty:
      return text.first == rest.first && slow(rest.dropFirst(), text.dropFirst())
    default: return text.first == first && slow(rest, text.dropFirst())
    }
  }

  @Test func agreesWithTheDefinition() {
    var generator = SeededGenerator(seed: 71)
    var held = 0
    for _ in 0..<20_000 {
      let pattern = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
        (["a", "b", "é", "*", "*", "?", "\\"] as [Character]).randomElement(using: &generator)!
      }
      let text = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
        (["a", "b", "é", "*", "?", "\\"] as [Character]).randomElement(using: &generator)!
      }
      let expected = slow(pattern[...], text[...])
      held += expected ? 1 : 0
      guard LikePattern(String(pattern)).matches(String(text)) == expected else {
        Issue.record("\(String(pattern)) like \(String(text)) is not \(expected)")
        return
      }
    }
    #expect(held > 1000)
  }

  @Test(arguments: [
    ("*.png", "a.png", true), ("*.png", "a.PNG", false), ("IMG_????.*", "IMG_0001.HEIC", true),
    ("IMG_????.*", "IMG_001.HEIC", false), ("a?c", "a🎉c", true), ("?", "e\u{301}", true),
    ("\\*", "*", true), ("\\*", "a", false), ("", "", true), ("", "a", false), ("*", "", true),
    ("caf\u{E9}", "cafe\u{301}", true), ("%", "anything", false),
    ("[ab]", "a", true), ("[ab]", "c", false), ("[!ab]", "c", true), ("[^ab]", "b", false),
    ("[!ab]", "", false), ("IMG_[0-9][0-9].*", "IMG_07.jpg", true), ("[0-9]", "٣", false),
    ("*[!a-zA-Z0-9._-]*", "Zürich.jpg", true), ("*[!a-zA-Z0-9._-]*", "DSC_0411.JPG", false),
    ("[a-z]", "e\u{301}", false), ("[é]", "e\u{301}", true), ("[]a]", "]", true),
    ("[!]]", "]", false), ("[a-]", "-", true), ("[\\]a]", "]", true), ("\\[a]", "[a]", true),
    ("[ab", "[ab", true), ("[", "[", true), ("[z-a]", "m", false), ("a[*]b", "a*b", true),
  ])
  func answers(_ pattern: String, _ text: String, _ expected: Bool) {
    #expect(LikePattern(pattern).matches(text) == expected)
  }

  @Test func manyStarsTakeLittleTime() {
    let pattern = LikePattern(String(repeating: "*a", count: 40) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 3000)))
  }

  @Test func knowsItsWildcards() {
    #expect(LikePattern("a*").hasWildcard && LikePattern("a?").hasWildcard)
    #expect(LikePattern("[ab]").hasWildcard && !LikePattern("[ab").hasWildcard)
    #expect(LikePattern("[A-C]", ignoringCase: true).matches("b"))
    #expect(!LikePattern("a\\*b").hasWildcard && !LikePattern("a%").hasWildcard)
  }
}
