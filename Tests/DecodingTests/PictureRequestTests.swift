import Decoding
import Media
import Testing

struct PictureRequestTests {
  @Test func allowsAHundredMegapixelsByDefault() {
    #expect(PictureRequest(format: .jpeg).maximumPixels == 100_000_000)
  }
}
