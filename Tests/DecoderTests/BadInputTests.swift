import CPixels
import Decoding
import Foundation
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

struct BadInputTests {
  private func reason(
    _ file: [UInt8], _ format: MediaFormat, target: Int32? = 100
  ) async throws -> DecodeProblem.Reason? {
    let size = target.map { PictureSize(width: $0, height: $0) }
    return try await TestDecoder.shared.problem(
      of: file, PictureRequest(format: format, targetSize: size))?.reason
  }

  /// A JPEG that says how large it is, and stops.
  private func jpegHeader(_ width: UInt16, _ height: UInt16) -> [UInt8] {
    var file = JPEGPicture(width: 16, height: 16).encoded()
    let frame = file.firstRange(of: [0xFF, 0xC0, 0x00, 0x11, 8])!.upperBound
    file[frame] = UInt8(height >> 8)
    file[frame + 1] = UInt8(height & 0xFF)
    file[frame + 2] = UInt8(width >> 8)
    file[frame + 3] = UInt8(width & 0xFF)
    return file
  }

  private func pngHeader(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    let chunk = Array("IHDR".utf8) + bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + chunk
      + bigEndian(checksum(chunk)) + bigEndian(0) + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]
  }

  private func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 as PNG has it (annex D).
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }

  @Test func refusesMorePixelsThanAllowed() async throws {
    #expect(try await reason(jpegHeader(65500, 65500), .jpeg) == .tooLarge)
    #expect(try await reason(pngHeader(100_000, 100_000), .png) == .tooLarge)
    let gif = GIFPicture(width: 16, height: 16).encoded()
    var large = gif
    large.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let frame = try #require(gif.firstRange(of: [0x2C, 0, 0, 0, 0])).upperBound
    large.replaceSubrange(frame..<frame + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try await reason(large, .gif) == .tooLarge)
  }

  @Test func refusesByTheRequestsOwnLimit() async throws {
    let file = PNGPicture(width: 100, height: 100).encoded()
    var request = PictureRequest(format: .png, maximumPixels: 9999)
    #expect(try await TestDecoder.shared.problem(of: file, request)?.reason == .tooLarge)
    request.maximumPixels = 10000
    #expect(try await TestDecoder.shared.problem(of: file, request) == nil)
  }

  @Test func refusesToMakeMorePixelsThanAllowed() async throws {
    var request = PictureRequest(format: .png, maximumPixels: 10_000)
    request.allowsEnlarging = true
    let file = PNGPicture(width: 10, height: 10).encoded()
    request.targetSize = PictureSize(width: 101, height: 101)
    #expect(try await TestDecoder.shared.problem(of: file, request)?.reason == .tooLarge)
    request.targetSize = PictureSize(width: 100, height: 100)
    #expect(try await TestDecoder.shared.problem(of: file, request) == nil)
  }

  /// 81 megapixels that are not there.
  @Test func endsEarlyWhenThePixelsAreNotThere() async throws {
    #expect(try await reason(jpegHeader(9000, 9000), .jpeg) == .damaged)
    #expect(try await reason(pngHeader(9000, 9000), .png) == .damaged)
  }

  static let files: [(format: MediaFormat, bytes: [UInt8])] = [
    (.jpeg, JPEGPicture(width: 640, height: 480).encoded()),
    (.png, PNGPicture(width: 640, height: 480).encoded()),
    (.gif, GIFPicture(width: 640, height: 480).encoded()),
    (.webp, WebPPicture(width: 640, height: 480).encoded()),
  ]

  @Test(arguments: 0..<4, [nil, Int32(100)])
  func saysThatACutOffFileIsDamaged(number: Int, target: Int32?) async throws {
    let (format, bytes) = Self.files[number]
    #expect(try await reason(bytes, format, target: target) == nil)
    for part in [0, 1, 7, 30, bytes.count / 2, bytes.count * 9 / 10] {
      #expect(
        try await reason(Array(bytes.prefix(part)), format, target: target) == .damaged,
        "\(part) of \(bytes.count)")
    }
  }

  @Test(.enabled(if: SharedData.has("exif-samples/heic")))
  func saysThatACutOffHEICIsDamaged() async throws {
    let path = try #require(SharedData.path("exif-samples/heic/mobile/iphone_13_pro_max.HEIC"))
    let file = try [UInt8](contentsOf: path)
    for part in [0, 1, 30, 1000, file.count / 2] {
      #expect(try await reason(Array(file.prefix(part)), .heic, target: 1000) == .damaged)
    }
  }

  @Test func missesOnlyTheLastMarker() async throws {
    #expect(try await reason(Array(Self.files[0].bytes.dropLast(2)), .jpeg) == nil)
  }

  @Test func saysThatACutOffProgressiveJPEGIsDamaged() async throws {
    let pixels = (0..<200 * 200 * 3).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 5) }
    let file = try #require([UInt8](cpixels_jpeg(pixels, 200, 200, 3, 1, nil, 0)))
    #expect(try await reason(file, .jpeg) == nil)
    for part in [file.count / 2, file.count * 9 / 10] {
      #expect(try await reason(Array(file.prefix(part)), .jpeg) == .damaged)
    }
  }

  @Test func neverGuessesTheFormat() async throws {
    let drawing = Array(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>".utf8)
    let document = Array("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n".utf8)
    for format in [MediaFormat.jpeg, .png, .gif, .webp, .heic, .avif, .tiff] {
      #expect(try await reason(drawing, format) != nil, "\(format)")
      #expect(try await reason(document, format) != nil, "\(format)")
      for (other, bytes) in Self.files where other != format {
        #expect(try await reason(bytes, format) != nil, "\(other) as \(format)")
      }
    }
  }

  /// The coded picture in it is noise.
  @Test func saysThatAHEICWithoutAPictureIsDamaged() async throws {
    for picture in [
      HEIFPicture(width: 64, height: 64),
      HEIFPicture(width: 1024, height: 1024) { $0.isGrid = true },
    ] {
      let problem = try await TestDecoder.shared.problem(
        of: picture.encoded(), PictureRequest(format: .heic))
      #expect(problem != nil)
    }
  }

  @Test func passesOverBytesBehindThePicture() async throws {
    let trailer = [UInt8](repeating: 0xFF, count: 5000)
    for (format, bytes) in Self.files {
      #expect(try await reason(bytes + trailer, format) == nil, "\(format)")
    }
  }

  @Test func decodesTheFirstOfManyFramesOnly() async throws {
    let file = GIFPicture(width: 8, height: 8) { $0.frameCount = 20_000 }.encoded()
    #expect(try await reason(file, .gif) == nil)
  }

  @Test func tellsThatAResultCantBeWritten() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Self.files[0].bytes, to: "input")
    let input = open(path, O_RDONLY)
    defer { close(input) }
    for output in [PictureFormat.jpeg, .png] {
      // The input is not open for writing.
      let problem = #expect(throws: DecodeProblem.self) {
        try PictureDecoder().decode(
          PictureRequest(format: .jpeg, output: output), from: input, to: input)
      }
      #expect(problem?.reason == .notWritten)
    }
  }

  /// Bytes changed here and there: any outcome, but one, and soon.
  @Test func survivesMutations() async throws {
    var generator = SeededGenerator(seed: 4711)
    for (format, bytes) in Self.files {
      for _ in 0..<60 {
        var file = bytes
        for _ in 0..<Int(generator.next() % 8) + 1 {
          let place = Int(generator.next() % UInt64(min(file.count, 4096)))
          file[place] = UInt8(truncatingIfNeeded: generator.next())
        }
        _ = try await reason(file, format)
      }
    }
  }
}
