import Decoding
import Media
import Samples
import Testing

@testable import Decoder

/// Drawings (SVG), of which librsvg makes pixels.
struct DrawingTests {
  private static func drawing(_ size: String, _ content: String) -> [UInt8] {
    Array("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)>\(content)</svg>".utf8)
  }

  private static let square = drawing(
    "width=\"400\" height=\"200\"", "<rect width=\"200\" height=\"200\" fill=\"#ff8800\"/>")

  @Test(arguments: [nil, PictureSize(width: 40, height: 40)])
  func isDrawn(_ size: PictureSize?) async throws {
    let made = try await TestDecoder.shared.pixels(
      of: Self.square, PictureRequest(format: .svg, targetSize: size))
    #expect((made.width, made.height) == (size == nil ? (400, 200) : (40, 20)))
    #expect(made.hasAlpha)
    let left = made.color(x: made.width / 4, y: made.height / 2)
    #expect(left.distance(to: RGB(255, 136, 0)) <= 2, "\(left)")
    #expect(made.alpha(x: made.width * 3 / 4, y: made.height / 2) == 0)
  }

  @Test func nothingOutsideOfItIsRead() async throws {
    let file = Self.drawing(
      "width=\"20\" height=\"20\"",
      "<image href=\"file:///etc/hostname\" width=\"9\" height=\"9\"/><rect width=\"20\" height=\"20\"/>"
    )
    let made = try await TestDecoder.shared.pixels(of: file, PictureRequest(format: .svg))
    #expect(made.color(x: 4, y: 4) == RGB(0, 0, 0))
  }

  @Test func oneThatClaimsTooMuchIsRefused() async throws {
    let file = Self.drawing("width=\"90000\" height=\"90000\"", "")
    let problem = try await TestDecoder.shared.problem(of: file, PictureRequest(format: .svg))
    #expect(problem != nil)
  }

  @Test func aCutOneIsDamaged() async throws {
    let problem = try await TestDecoder.shared.problem(
      of: Array(Self.square.dropLast(20)), PictureRequest(format: .svg))
    #expect(problem?.reason == .damaged)
  }
}
