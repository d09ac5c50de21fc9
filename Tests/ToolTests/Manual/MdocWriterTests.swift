import Testing

@testable import Sessions

/// Text in the language of manual pages: nothing of it is taken for the language itself.
@Suite struct MdocWriterTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("a-b --c", "a\\-b \\-\\-c"), ("C:\\new", "C:\\enew"),
    ("it's `so` ^ ~", "it\\(aqs \\(gaso\\(ga \\(ha \\(ti"), ("\"quoted\"", "\\(dqquoted\\(dq"),
    ("caf\u{E9} \u{2026} \u{1F600}", "caf\\[u00E9] ... \\[u1F600]"),
    ("tab\tbell\u{7}del\u{7F}", "tab bell del "),
  ])
  func everyCharacterIsShownAsItIs(text: String, escaped: String) {
    #expect(MdocWriter.escaped(text) == escaped)
  }

  @Test func noLineOfTextIsARequest() {
    var page = MdocWriter()
    page.add(sentences: ".Sh FAKE. 'so. ..\\n. Then more.")
    page.add(example: [".Ed", "'br", "  .Sh", ""])
    #expect(
      page.text == """
        \\&.Sh FAKE.
        \\(aqso.
        \\&..\\en.
        Then more.
        .Bd -literal -offset indent
        \\&.Ed
        \\(aqbr
          .Sh

        .Ed

        """)
  }

  @Test(arguments: ["Ar", "No", "Op Fl", "a b", ".", "(", "\"", "", "Sh .Ed"])
  func noWordOfAMacroIsAnotherMacro(word: String) {
    var page = MdocWriter()
    page.macro("Ar", .word(word), .macro("Fl"), .word("-plain-name"))
    #expect(page.text == ".Ar \"\\&\(MdocWriter.escaped(word))\" Fl \\-plain\\-name\n")
  }

  @Test func longTextHasShortLinesThatEndWithSentences() {
    var page = MdocWriter()
    let words = String(repeating: "some words go on and on ", count: 12)
    let text = "First (of all.) Then \(words)to the end. Last"
    page.add(sentences: text)
    let lines = page.text.split(separator: "\n")
    #expect(lines.first == "First (of all.)")
    #expect(lines.last == "Last")
    #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    #expect(lines.joined(separator: " ") == text)
  }
}
