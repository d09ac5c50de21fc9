import Decoding
import Foundation
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

struct PictureDecoderTests {
  @Test func refusesWhatIsNoPicture() {
    #expect(throws: DecodeProblem.self) {
      try PictureDecoder().decode(PictureRequest(format: .unknown), from: 0, to: 1)
    }
  }

  /// Every few megapixels; a small picture is done before anybody could look.
  @Test(arguments: [(4096, 3072, [1.0 / 3, 2.0 / 3, 1]), (640, 480, [])])
  func aLargePictureTellsHowFarItIs(width: Int, height: Int, expected: [Double]) throws {
    let folder = try TemporaryDirectory()
    let input = open(
      try folder.write(JPEGPicture(width: width, height: height), to: "input"), O_RDONLY)
    let output = open(folder.path("output"), O_RDWR | O_CREAT, 0o600)
    defer { for file in [input, output] { close(file) } }
    var request = PictureRequest(format: .jpeg)
    request.targetSize = PictureSize(width: 150, height: 150)
    var shares: [Double] = []
    _ = try PictureDecoder().decode(request, from: input, to: output) { shares.append($0) }
    #expect(shares.count == expected.count)
    #expect(zip(shares, expected).allSatisfy { abs($0 - $1) < 0.01 })
  }
}
