import Assets
import Testing

@Suite struct NearestNameTests {
  private static let names = ["source", "classify", "filter", "dedupe", "load", "notify"]

  @Test(arguments: [
    ("fliter", "filter"), ("filtr", "filter"), ("Filter", "filter"), ("clasify", "classify"),
    ("lod", "load"), ("laod", "load"), ("soruce", "source"), ("notfy", "notify"),
    ("deduplicate", nil), ("x", nil), ("", nil), ("lter", nil), ("loadxx", "load"), ("loaxyz", nil),
  ])
  func isTheNameThatWasMeant(_ name: String, _ expected: String?) {
    #expect(NearestName.of(name, among: Self.names) == expected)
  }

  @Test func theNearestWinsAndTheFirstOfTheAlphabetAmongEquals() {
    #expect(NearestName.of("abcdef", among: ["abcxyf", "abcdeg"]) == "abcdeg")
    #expect(NearestName.of("abcdef", among: ["abcdex", "abcdea", "abcdem"]) == "abcdea")
    #expect(NearestName.of("abc", among: []) == nil)
  }
}
