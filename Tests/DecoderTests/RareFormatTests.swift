import Decoding
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

/// Formats that libvips reads and that are met less often.
struct RareFormatTests {
  private func color(
    _ file: [UInt8], _ format: MediaFormat, side: Int32? = 8
  ) async throws -> RGB {
    let size = side.map { PictureSize(width: $0, height: $0) }
    let made = try await TestDecoder.shared.pixels(
      of: file, PictureRequest(format: format, targetSize: size))
    return made.color(x: 2, y: 2)
  }

  private static func pnm(_ header: String, _ pixel: [UInt8]) -> [UInt8] {
    Array(header.utf8) + repeatElement(pixel, count: 16 * 16).joined()
  }

  /// The header defines white, whatever the number.
  @Test(arguments: [
    (pnm("P6 16 16 255\n", [200, 100, 50]), RGB(200, 100, 50)),
    (pnm("P6\n# 15 is white\n16 # wide\n16\n15\n", [15, 5, 10]), RGB(255, 85, 170)),
    (pnm("P6 16 16 65535\n", [200, 0, 100, 0, 50, 0]), RGB(200, 100, 50)),
    (pnm("P6 16 16 1023\n", [3, 255, 1, 255, 0, 0]), RGB(255, 127, 0)),
    (pnm("P5 16 16 100\n", [50]), RGB(128, 128, 128)),
    (pnm("P2 16 16 7\n", Array("7 ".utf8)), RGB(255, 255, 255)),
    (pnm("Pf 16 16 -1.0\n", [0, 0, 0, 0x3F]), RGB(128, 128, 128)),
    (Array("P4 16 16\n".utf8) + Array(repeating: 0, count: 32), RGB(255, 255, 255)),
  ])
  func anymapsHaveTheirOwnWhite(_ file: [UInt8], _ wanted: RGB) async throws {
    for side in [nil, Int32(8)] {
      let color = try await color(file, .pnm, side: side)
      #expect(color.distance(to: wanted) <= 2, "\(color)")
    }
  }

  @Test func wrongHeadersOfAnymapsAreReported() async throws {
    for text in [
      "P6", "P6 16", "P6 16 16 0\n", "P6 16 16 99999999999\n", "P5 #",
      "P7\nWIDTH 4\nHEIGHT 4\nDEPTH 1\nMAXVAL 255\nENDHDR\n", "P6 99999 99999 255\n",
    ] {
      let file = Array(text.utf8) + Array(repeating: 7, count: 100)
      let problem = try await TestDecoder.shared.problem(of: file, PictureRequest(format: .pnm))
      #expect(problem != nil, "\(text)")
    }
  }

  /// Half of white is light by half, which is a brighter grey to a screen.
  @Test func radianceIsLight() async throws {
    let header = Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 6 +X 6\n".utf8)
    let file = header + repeatElement([128, 128, 128, 128], count: 36).joined()
    let color = try await color(file, .radiance, side: nil)
    #expect(color.distance(to: RGB(188, 188, 188)) <= 4, "\(color)")
    let cut = try await TestDecoder.shared.problem(
      of: Array(file.dropLast(80)), PictureRequest(format: .radiance))
    #expect(cut?.reason == .damaged)
  }

  @Test func codedPicturesAreDecoded() async throws {
    for (format, file) in [
      (MediaFormat.jpeg2000, CodedPicture.jpeg2000), (.jpegXL, CodedPicture.jpegXL),
    ] {
      let color = try await color(file, format)
      #expect(color.distance(to: CodedPicture.color) <= 3, "\(format): \(color)")
      let cut = try await TestDecoder.shared.problem(
        of: Array(file.prefix(file.count / 2)), PictureRequest(format: format))
      #expect(cut?.reason == .damaged, "\(format)")
    }
  }

  @Test func jpegXLKeepsWhatIsTransparent() async throws {
    var request = PictureRequest(
      format: .jpegXL, targetSize: PictureSize(width: 16, height: 16))
    request.keepsAlpha = true
    let made = try await TestDecoder.shared.encoded(CodedPicture.transparentJPEGXL, request)
    #expect(made.picture.keptAlpha)
    #expect(abs(Int(try #require(Pixels(png: made.bytes)).alpha(x: 3, y: 3)) - 128) <= 1)
  }

  @Test func aCanvasThatNeedsTooMuchMemoryIsRefused() async throws {
    var file = CodedPicture.jpeg2000
    // Sides of the header box, and of the codestream's picture and tile.
    for place in 0..<file.count - 4 {
      let side = file[place..<place + 4]
      if side.elementsEqual([0, 0, 2, 128]) || side.elementsEqual([0, 0, 1, 224]) {
        file.replaceSubrange(place..<place + 4, with: [0, 0, 35, 40])
      }
    }
    let problem = try await TestDecoder.shared.problem(
      of: file, PictureRequest(format: .jpeg2000))
    #expect(problem?.reason == .tooLarge)
  }

  @Test(arguments: [
    (MediaFormat.ico, "a Windows icon (ICO)"), (.tga, "a Targa picture (TGA)"),
    (.jpegXR, "a JPEG XR picture"), (.openEXR, "an OpenEXR picture"),
  ])
  func whatHasNoLoaderIsNamed(_ format: MediaFormat, _ phrase: String) async throws {
    let problem = try await TestDecoder.shared.problem(of: [1], PictureRequest(format: format))
    #expect(problem?.reason == .unsupported)
    #expect(problem?.message == "no picture can be made of \(phrase)")
  }

  /// The second picture of an MPO lies behind the first.
  @Test func anMPOShowsItsFirstPicture() async throws {
    let first = JPEGPicture(width: 64, height: 48).encoded()
    let second = JPEGPicture(width: 32, height: 24).encoded()
    let made = try await TestDecoder.shared.pixels(
      of: first + second, PictureRequest(format: .mpo))
    #expect((made.width, made.height) == (64, 48))
  }

  @Test func onlySmallPicturesKeepAllTheirColour() async throws {
    let file = PNGPicture(width: 200, height: 200).encoded()
    for (side, sampling) in [(Int32(64), UInt8(0x11)), (65, 0x22)] {
      let made = try await TestDecoder.shared.encoded(
        file, PictureRequest(format: .png, targetSize: PictureSize(width: side, height: side)))
      let frame = try #require(made.bytes.firstRange(of: [0xFF, 0xC0]))
      #expect(made.bytes[frame.lowerBound + 11] == sampling)
    }
  }
}
