import Testing

@testable import Page

@Suite struct PublicReasonTests {
  @Test func aReasonIsShownWithoutPlaces() {
    #expect(PublicReason.of("damaged PNG: no IHDR") == "damaged PNG: no IHDR")
    #expect(!PublicReason.of("can't open \"/home/me/a.png\"").contains("home"))
  }
}
