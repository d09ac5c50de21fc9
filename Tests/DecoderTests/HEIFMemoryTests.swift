import Decoding
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

/// The memory that a HEIF needs, which is reported before it is decoded.
struct HEIFMemoryTests {
  private func grid(_ width: Int, _ height: Int, _ configuration: [UInt8]) -> [UInt8] {
    HEIFPicture(width: width, height: height) {
      $0.isGrid = true
      $0.configuration = configuration
      $0.payload = HEVCTile.payload
    }.encoded()
  }

  private func problem(of file: [UInt8]) async throws -> DecodeProblem? {
    try await TestDecoder.shared.problem(
      of: file, PictureRequest(format: .heic, targetSize: PictureSize(width: 64, height: 64)))
  }

  @Test func tenBitsAreDecoded() async throws {
    let file = grid(1024, 512, HEVCTile.configuration)
    let made = try await TestDecoder.shared.pixels(
      of: file, PictureRequest(format: .heic, targetSize: PictureSize(width: 64, height: 64)))
    #expect((made.width, made.height) == (64, 32))
  }

  /// 50 megapixels: 600 MB of 10 bits and 4:2:2, and 300 MB as phones write them.
  @Test func whatNeedsTooMuchIsRefusedBeforehand() async throws {
    let deep = try #require(try await problem(of: grid(8640, 5760, HEVCTile.configuration)))
    #expect(deep.reason == .tooLarge)
    #expect(
      deep.message
        == "a HEIF of 8640 x 5760 pixels of more than 8 bits needs 575 MB, which is more than is"
        + " allowed")
    // Of 8 bits and 4:2:0.
    var usual = HEVCTile.configuration
    usual[16] = 0xFD
    (usual[17], usual[18]) = (0xF8, 0xF8)
    #expect(try await problem(of: grid(8640, 5760, usual))?.reason == .damaged)
  }

  @Test(arguments: [
    // Marker, profile, then whether of more than 8 bits, and the subsampling of AV1's configuration.
    ([0x81, 0, 0x0C, 0], false), ([0x81, 0, 0x4C, 0], true), ([0x81, 0, 0x00, 0], true),
  ])
  func av1NeedsMore(_ configuration: [UInt8], _ isTooLarge: Bool) async throws {
    let file = HEIFPicture(width: 7000, height: 6000) {
      $0.brand = "avif"
      $0.configuration = configuration
    }.encoded()
    let problem = try await TestDecoder.shared.problem(of: file, PictureRequest(format: .avif))
    #expect((problem?.reason == .tooLarge) == isTooLarge)
  }

  /// Lengths that lie, and boxes that end in the middle, are no reason to read on.
  @Test func brokenConfigurationsSayNothing() async throws {
    for length in [0, 1, 16, 18] {
      let file = grid(8640, 5760, Array(HEVCTile.configuration.prefix(length)))
      #expect(try await problem(of: file) != nil)
    }
  }
}
