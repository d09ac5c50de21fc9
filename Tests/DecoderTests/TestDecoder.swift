import Decoding
import Foundation
import TestSupport

@testable import Decoder

/// A decoder of every format for all tests, one after the other: libvips starts once in a process.
actor TestDecoder {
  static let shared = TestDecoder()

  private let decoder = PictureDecoder(scope: .jpegXL)

  /// Decodes a file and returns what was written.
  func encoded(
    _ file: [UInt8], _ request: PictureRequest
  ) throws -> (picture: DecodedPicture, bytes: [UInt8]) {
    let folder = try TemporaryDirectory()
    let input = open(try folder.write(file, to: "input"), O_RDONLY)
    let output = open(folder.path("output"), O_RDWR | O_CREAT, 0o600)
    defer {
      close(input)
      close(output)
    }
    let picture = try decoder.decode(request, from: input, to: output)
    return (picture, try folder.contents(of: "output"))
  }

  /// Decodes a file to a PNG, and reads that.
  func pixels(of file: [UInt8], _ request: PictureRequest) throws -> Pixels {
    var request = request
    request.output = .png
    let (picture, bytes) = try encoded(file, request)
    guard let pixels = Pixels(png: bytes) else { throw DecodeProblem(.damaged, "no PNG") }
    guard picture.size.width == Int32(pixels.width), picture.size.height == Int32(pixels.height),
      picture.byteCount == Int64(bytes.count)
    else { throw DecodeProblem(.damaged, "the answer does not tell what was written") }
    return pixels
  }

  /// Returns the reason why a file can't be decoded; nil if it can.
  func problem(of file: [UInt8], _ request: PictureRequest) throws -> DecodeProblem? {
    do {
      _ = try encoded(file, request)
      return nil
    } catch let problem as DecodeProblem {
      return problem
    }
  }
}
