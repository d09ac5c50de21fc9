import CPixels
import Decoding
import Foundation
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

struct ResamplingTests {
  /// Averages of what a picture shows, whatever it is made from and to.
  @Test(arguments: [7, 16, 33, 50, 63, 100, 200])
  func keepsAFlatColourFlat(side: Int32) async throws {
    let pixels = Array(repeatElement([UInt8(201), 99, 3], count: 64 * 64).joined())
    let file = try #require([UInt8](cpixels_png(pixels, 64, 64, 3, 8, 0)))
    let made = try await TestDecoder.shared.pixels(
      of: file,
      PictureRequest(
        format: .png, targetSize: PictureSize(width: side, height: side), allowsEnlarging: true))
    for y in 0..<made.height {
      for x in 0..<made.width where made.color(x: x, y: y) != RGB(201, 99, 3) {
        Issue.record("\(made.color(x: x, y: y)) at \(x), \(y)")
      }
    }
  }

  @Test func isExactWithoutScaling() async throws {
    let pixels = (0..<50 * 40 * 3).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
    let file = try #require([UInt8](cpixels_png(pixels, 50, 40, 3, 8, 0)))
    let made = try await TestDecoder.shared.pixels(of: file, PictureRequest(format: .png))
    for y in 0..<40 {
      for x in 0..<50 {
        let place = (y * 50 + x) * 3
        #expect(
          made.color(x: x, y: y) == RGB(pixels[place], pixels[place + 1], pixels[place + 2]))
      }
    }
  }

  /// A ramp stays one, and in its place: half a pixel off would show.
  @Test(arguments: [9, 20, 48, 75])
  func keepsPositions(width: Int32) async throws {
    let pixels = (0..<256 * 16).flatMap { [UInt8](repeating: UInt8($0 % 256), count: 3) }
    let file = try #require([UInt8](cpixels_png(pixels, 256, 16, 3, 8, 0)))
    let made = try await TestDecoder.shared.pixels(
      of: file, PictureRequest(format: .png, targetSize: PictureSize(width: width, height: 16)))
    #expect(made.width == Int(width))
    for x in 1..<made.width - 1 {
      let wanted = (Double(x) + 0.5) * 256 / Double(width) - 0.5
      #expect(abs(Double(made.color(x: x, y: 0).red) - wanted) <= 1.5, "at \(x)")
    }
  }

  /// One pixel of a large picture is its average.
  @Test func averagesToOnePixel() async throws {
    let pixels = (0..<300 * 300).flatMap { place -> [UInt8] in
      let isWhite = (place / 300 + place % 300).isMultiple(of: 2)
      return isWhite ? [255, 255, 255] : [0, 0, 0]
    }
    let file = try #require([UInt8](cpixels_png(pixels, 300, 300, 3, 8, 0)))
    let made = try await TestDecoder.shared.pixels(
      of: file, PictureRequest(format: .png, targetSize: PictureSize(width: 1, height: 1)))
    #expect(made.color(x: 0, y: 0).distance(to: RGB(128, 128, 128)) <= 2)
  }

  private static let vipsthumbnail = "/usr/bin/vipsthumbnail"
  private static let canCompare =
    FileManager.default.isExecutableFile(atPath: vipsthumbnail) && SharedData.has("exif-samples")

  /// libvips makes thumbnails in much the same way; photographs come out alike.
  @Test(.enabled(if: canCompare), arguments: [150, 400])
  func agreesWithLibvips(side: Int32) async throws {
    let samples = try #require(SharedData.path("exif-samples/jpg"))
    let folder = try TemporaryDirectory()
    var count = 0
    var sum = 0.0
    let names = try FileManager.default.subpathsOfDirectory(atPath: samples).sorted()
      .filter { $0.lowercased().hasSuffix(".jpg") && !$0.contains("corrupted") }
    for name in names.enumerated().filter({ $0.offset.isMultiple(of: 3) }).map(\.element) {
      let path = "\(samples)/\(name)"
      let words = [path, "-s", "\(side)x\(side)>", "-o", folder.path("peer.png")]
      let file = try [UInt8](contentsOf: path)
      // Conversions of profiles may differ.
      if file.firstRange(of: Array("ICC_PROFILE".utf8)) != nil { continue }
      let result = try await RunProgram(Self.vipsthumbnail, words + ["--no-rotate"]).result()
      guard result.status == .exited(0),
        let peer = Pixels(png: try folder.contents(of: "peer.png"))
      else { continue }
      let made = try await TestDecoder.shared.pixels(
        of: file,
        PictureRequest(format: .jpeg, targetSize: PictureSize(width: side, height: side)))
      guard made.width == peer.width, made.height == peer.height else {
        #expect(abs(made.width - peer.width) <= 1 && abs(made.height - peer.height) <= 1, "\(name)")
        continue
      }
      let difference = made.difference(to: peer)
      #expect(difference < 3, "\(name)")
      sum += difference
      count += 1
    }
    #expect(count > 15)
    #expect(sum / Double(count) < 1.3)
  }
}
