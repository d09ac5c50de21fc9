import CPixels
import Decoding
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

/// A picture that may be transparent becomes a PNG where the request leaves that open.
struct TransparencyTests {
  private func made(
    _ file: [UInt8], _ format: MediaFormat, keepsAlpha: Bool = true
  ) async throws -> (picture: DecodedPicture, pixels: Pixels?) {
    var request = PictureRequest(format: format, targetSize: PictureSize(width: 16, height: 16))
    request.keepsAlpha = keepsAlpha
    let made = try await TestDecoder.shared.encoded(file, request)
    return (made.picture, Pixels(png: made.bytes))
  }

  /// A PNG of one colour, which its `tRNS` says is not to be seen.
  private var keyed: [UInt8] {
    var picture = PNGPicture(width: 32, height: 32)
    picture.mosaic = Mosaic(solid: RGB(9, 8, 7))
    picture.transparentColor = RGB(9, 8, 7)
    return picture.encoded()
  }

  @Test func aColorThatIsNotSeenIsKept() async throws {
    let (picture, pixels) = try await made(keyed, .png)
    #expect(picture.keptAlpha)
    #expect(try #require(pixels).alpha(x: 5, y: 5) == 0)
  }

  @Test func aTIFFWithAFourthChannelIsKept() async throws {
    var file = TIFFPicture(width: 32, height: 32)
    file.alpha = 128
    let (picture, pixels) = try await made(file.encoded(), .tiff)
    #expect(picture.keptAlpha)
    #expect(try #require(pixels).alpha(x: 5, y: 5) == 128)
  }

  @Test func whatIsOpaqueOrMustBeJPEGStaysJPEG() async throws {
    let opaque = try await made(PNGPicture(width: 32, height: 32).encoded(), .png)
    #expect(!opaque.picture.keptAlpha && opaque.pixels == nil)
    let asked = try await made(keyed, .png, keepsAlpha: false)
    #expect(!asked.picture.keptAlpha && asked.pixels == nil)
  }
}
