import AssetSupport
import Decoding
import Files
import Foundation
import Media
import Samples
import TestSupport
import Testing

/// The outcome of a file depends on the file alone: not on those before it, nor on how many are
/// decoded side by side.
@Suite(.serialized) struct OutcomeOrderTests {
  private static func grid(_ width: Int, _ height: Int) -> [UInt8] {
    HEIFPicture(width: width, height: height) {
      $0.isGrid = true
      $0.configuration = HEVCTile.configuration
      $0.payload = HEVCTile.payload
    }.encoded()
  }

  private static var transparent: [UInt8] {
    PNGPicture(width: 64, height: 64) { $0.transparentColor = RGB(1, 2, 3) }.encoded()
  }

  private static let files: [(format: MediaFormat, bytes: [UInt8])] = [
    (.heic, grid(5120, 3072)),
    (.jpeg, JPEGPicture(width: 640, height: 480).encoded()),
    // Too large by what it says.
    (.heic, grid(8704, 5632)),
    (.png, transparent),
    // A canvas of 381 MB, of which next to nothing is there.
    (.png, PNGPicture(width: 64, height: 64) { $0.claimedSide = 10_000 }.encoded()),
    (.tiff, TIFFPicture(width: 300, height: 200).encoded()),
    (.jpeg, Array(JPEGPicture(width: 640, height: 480).encoded().prefix(700))),
    (.webp, WebPPicture(width: 300, height: 200).encoded()),
    (.jpegXL, CodedPicture.jpegXL),
    (.heic, grid(1024, 1024)),
  ]

  private func outcomes(of order: [Int], limit: Int) throws -> [String] {
    let pool = DecoderPool(limit: limit, deadline: .seconds(25))
    let inputs = try order.map { try ScratchFile(Self.files[$0].bytes) }
    let outputs = try order.map { _ in try ScratchFile() }
    let jobs = order.indices.map { place in
      var request = PictureRequest(
        format: Self.files[order[place]].format, targetSize: PictureSize(width: 50, height: 50))
      request.keepsAlpha = true
      return DecoderPool.Job(
        request, from: inputs[place].descriptor, to: outputs[place].descriptor)
    }
    var outcomes = [String](repeating: "", count: order.count)
    pool.makePictures(jobs) { place, result in
      switch result {
      case .success(let picture):
        outcomes[place] = "\(picture.size.width) x \(picture.size.height), \(picture.byteCount)"
      case .failure(let problem): outcomes[place] = "\(problem.reason): \(problem.message)"
      }
    }
    return outcomes
  }

  @Test func everyOrderGivesTheSame() throws {
    let alone = try Self.files.indices.map { try outcomes(of: [$0], limit: 1)[0] }
    #expect(alone[0].hasPrefix("50 x 30"), "\(alone[0])")
    #expect(alone[2].hasPrefix("tooLarge"), "\(alone[2])")
    #expect(alone[6].hasPrefix("damaged"), "\(alone[6])")
    var generator = SeededGenerator(seed: 13)
    for limit in 1...3 {
      let order = (Array(Self.files.indices) + [4, 0]).shuffled(using: &generator)
      let found = try outcomes(of: order, limit: limit)
      #expect(found == order.map { alone[$0] }, "\(order)")
    }
  }
}
