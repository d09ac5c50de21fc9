import Testing

@testable import Page

@Suite struct ShownReasonTests {
  @Test func aReasonIsShownWithoutPlaces() {
    #expect(ShownReason.of("damaged PNG: no IHDR") == "damaged PNG: no IHDR")
    #expect(!ShownReason.of("can't open \"/home/me/a.png\"").contains("home"))
  }
}
