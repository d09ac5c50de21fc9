import Decoding
import Media
import Testing

@testable import Decoder

struct PictureDecoderTests {
  @Test func refusesWhatIsNoPicture() {
    #expect(throws: DecodeProblem.self) {
      try PictureDecoder().decode(PictureRequest(format: .unknown), from: 0, to: 1)
    }
  }
}
