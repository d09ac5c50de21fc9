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

  @Test func aMapOfPixelsHasThemBehindItsHeader() async throws {
    var opaque = PNGPicture(width: 32, height: 16)
    opaque.mosaic = Mosaic(solid: RGB(1, 2, 3))
    for (file, depth, type, pixel) in [
      (opaque.encoded(), 3, "RGB", [1, 2, 3]), (keyed, 4, "RGB_ALPHA", nil),
    ] as [([UInt8], Int, String, [UInt8]?)] {
      var request = PictureRequest(format: .png, targetSize: PictureSize(width: 8, height: 8))
      request.output = .pam
      let (picture, bytes) = try await TestDecoder.shared.encoded(file, request)
      let (width, height) = (Int(picture.size.width), Int(picture.size.height))
      let header = Array(
        """
        P7
        WIDTH \(width)
        HEIGHT \(height)
        DEPTH \(depth)
        MAXVAL 255
        TUPLTYPE \(type)
        ENDHDR

        """.utf8)
      #expect(bytes.starts(with: header))
      #expect(bytes.count == header.count + width * height * depth)
      #expect(picture.byteCount == Int64(bytes.count))
      if let pixel { #expect(Array(bytes.suffix(3)) == pixel) } else { #expect(bytes.last == 0) }
    }
  }
}
