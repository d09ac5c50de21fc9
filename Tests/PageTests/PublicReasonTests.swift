import Testing

@testable import Page

@Suite struct PublicReasonTests {
  @Test func aReasonIsShownWithoutPlaces() {
    #expect(PublicReason.of("damaged PNG: no IHDR") == "damaged PNG: no IHDR")
    #expect(!PublicReason.of("can't open \"/home/me/a.png\"").contains("home"))
  }

  @Test func aLibraryThatIsGoneIsNotNamed() {
    for reason in [
      "\"/home/me/Pictures\" is gone; its changes come when it is back",
      "library \"/home/me/Pictures\": no such file or folder",
    ] {
      #expect(PublicReason.of(reason) == "the library is gone; it is shown again when it is back")
    }
    let file = PublicReason.of("can't open \"/home/me/a.png\": no such file or folder")
    #expect(file == "it can't be read; shotflow run tells why")
  }

  @Test func theEndOfAProgramIsNoReason() {
    for reason in ["ffmpeg ended with status 1", "ffmpegthumbnailer took too long"] {
      #expect(PublicReason.of(reason).hasPrefix("no still can be made"))
    }
  }
}
