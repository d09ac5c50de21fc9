import Testing

@testable import Acting

@Suite struct PathSanitizerTests {
  @Test(arguments: [
    ("AC/DC", "AC_DC"), ("a\u{0}b\nc\u{7F}", "a_b_c_"), ("a\u{85}b", "a__b"), ("ä é", "ä é"),
    ("a..b", "a..b"),
  ])
  func aValueHasNoSlashAndNoControlCharacter(_ value: String, _ cleaned: String) {
    #expect(String(decoding: PathSanitizer.cleaned(Array(value.utf8)), as: UTF8.self) == cleaned)
  }

  @Test(arguments: [("..", "__"), ("a..b", "a__b"), ("...", "__."), (".a.", ".a.")])
  func aValueHasNoParent(_ value: String, _ cleaned: String) {
    #expect(
      String(decoding: PathSanitizer.withoutParents(Array(value.utf8)), as: UTF8.self) == cleaned)
  }

  @Test(arguments: [(".", "_"), ("..", "__"), ("...", "..."), ("a", "a")])
  func aNameIsNeitherTheFolderNorTheOneAbove(_ value: String, _ name: String) {
    #expect(String(decoding: PathSanitizer.component(Array(value.utf8)), as: UTF8.self) == name)
  }
}
