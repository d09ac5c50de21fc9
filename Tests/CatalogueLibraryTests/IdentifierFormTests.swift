import Testing

@testable import CatalogueLibrary

/// Identifiers that a program makes of numbers.
@Suite struct IdentifierFormTests {
  @Test(
    arguments: [
      ("thumb%016x", 13, "thumb000000000000000d"), ("a-%04d", 7, "a-0007"),
      ("a-%04d", 12345, "a-12345"),
      ("%x", 255, "ff"), ("n%d", 0, "n0"), ("é%02d", 3, "é03"),
    ] as [(String, Int64, String)])
  func textsAndNumbersBelongTogether(form: String, number: Int64, text: String) throws {
    let form = try #require(IdentifierForm(form))
    #expect(form.text(number) == text)
    #expect(Array(text.utf8).withUnsafeBytes(form.number) == number)
  }

  @Test(arguments: [
    "a-7", "a-007", "a-00007", "a-", "a-00x7", "b-0007", "a--007", "a-99999999999999999999",
    "a-0007 ", "",
  ])
  func otherTextsHaveNoNumber(text: String) throws {
    let form = try #require(IdentifierForm("a-%04d"))
    #expect(Array(text.utf8).withUnsafeBytes(form.number) == nil)
  }

  @Test(arguments: ["", "a", "%s", "%04d%04d", "a'%d", "%5d", "%0d", "%099d", "100%"])
  func otherFormsAreNone(text: String) { #expect(IdentifierForm(text) == nil) }
}
