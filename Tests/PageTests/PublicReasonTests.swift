import Testing

@testable import Page

@Suite struct PublicReasonTests {
  @Test func aReasonIsShownWithoutPlaces() {
    #expect(PublicReason.of("damaged PNG: no IHDR") == "damaged PNG: no IHDR")
    #expect(!PublicReason.of("can't open \"/home/me/a.png\"").contains("home"))
  }

  @Test func aLibraryThatIsGoneIsNotNamed() {
    let reason = PublicReason.of("\"/home/me/Pictures\" is gone; its changes come when it is back")
    #expect(reason == "the library is gone; it is shown again when it is back")
  }

  @Test func theEndOfAProgramIsNoReason() {
    for reason in ["ffmpeg ended with status 1", "ffmpegthumbnailer took too long"] {
      #expect(PublicReason.of(reason).hasPrefix("no still can be made"))
    }
  }
}
