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

  @Test(arguments: [
    ("camera", "cameraModel"), ("Camera", "cameraModel"), ("name", "filename"),
    ("size", "fileSize"), ("width", "pixelWidth"), ("caption", "description"), ("tags", "keywords"),
    ("stars", "rating"), ("date", "localDate"), ("person", "persons"), ("place", "placeName"),
    ("is-video", nil), ("creation-date", nil),
  ])
  func wordsOfOtherProgramsMeanFields(_ word: String, _ field: String?) {
    let fields = Field.allCases.map(\.name)
    #expect(NearestName.of(word, among: fields) == field ?? NearestName.of(word, among: fields))
    #expect(FamiliarWord.meaning(of: word, among: fields) == field)
  }

  @Test func theMeaningIsOneOfTheCandidates() {
    #expect(NearestName.of("date", among: ["local-date", "taken"]) == "taken")
    #expect(NearestName.of("date", among: ["local-date"]) == "local-date")
    #expect(NearestName.of("trash", among: ["trace"]) == nil)
    #expect(NearestName.of("trash", among: ["trace", "move-to"]) == "move-to")
    #expect(NearestName.of("jpg", among: ["original", "jpeg"]) == "jpeg")
    #expect(NearestName.of("width", among: ["--size", "--to"]) == "--size")
    #expect(FamiliarWord.meaning(of: "video", among: ["image", "video"]) == nil)
    #expect(FamiliarWord.meaning(of: "jpg", among: ["png"]) == nil)
  }

  @Test func theNearestWinsAndTheFirstOfTheAlphabetAmongEquals() {
    #expect(NearestName.of("abcdef", among: ["abcxyf", "abcdeg"]) == "abcdeg")
    #expect(NearestName.of("abcdef", among: ["abcdex", "abcdea", "abcdem"]) == "abcdea")
    #expect(NearestName.of("abc", among: []) == nil)
  }
}
