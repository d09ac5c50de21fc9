import Foundation
import Samples
import Testing

@testable import Media

/// Streams of zlib, whole and broken.
@Suite struct InflateTests {
  /// The stream that zlib 1.2.13 makes of `text`, with codes of the block's own.
  private static let dynamic = """
    eNrtzDELhCAYgOG/YptQuDgIna5CIE4JgYsfZ5RCGXl0+O/voO3Gm91e3uEZ1xll2Gb0TqfP6Jm+CQuEHcHu7+rRsaZX
    6tABezphg+53PNBYmcpU5mYaLBy7Qix8kZQwnRXFLbckTMYV2Xjrch+U4IOn0WgTqR+4UKHPzvpGFmemQCxvMVVZM0Ll
    wksMF3MCV/kf+QMzqKck
    """

  private static let text =
    String(
      repeating: "The same words come again and again: photo, panorama, photo, panorama; ",
      count: 12)
    + String(
      String.UnicodeScalarView((0..<400).map { Unicode.Scalar(UInt8(33 + $0 * $0 * 7 % 90)) }))

  private func unpacked(_ stream: [UInt8], limit: Int = 4096) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { target, count in
      count = stream.withUnsafeBytes {
        Inflate.unpack($0, into: UnsafeMutableRawBufferPointer(target))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func stream() throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: Self.dynamic, options: .ignoreUnknownCharacters)))
  }

  @Test func blocksOfEveryKindAreUnpacked() throws {
    #expect(unpacked(try stream()) == Self.text)
    #expect(unpacked(WrappedFixture.zlib(Array(Self.text.utf8))) == Self.text)
    let fixed: [UInt8] = [
      120, 1, 75, 76, 74, 78, 68, 66, 58, 10, 137, 121, 41, 10, 197, 249, 10, 249, 121, 0, 128, 74,
      9, 61,
    ]
    #expect(unpacked(fixed) == "abcabcabcabcabc, and so on")
  }

  @Test func whatIsCutOrTooLongGivesItsStart() throws {
    let stream = try stream()
    for count in 0..<stream.count {
      #expect(Self.text.hasPrefix(unpacked(Array(stream.prefix(count)))))
    }
    #expect(unpacked(stream, limit: 100) == Self.text.prefix(100))
  }

  @Test func brokenStreamsEnd() throws {
    let stream = try stream()
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      var broken = stream
      broken[2 + Int(generator.next() % UInt64(stream.count - 2))] = UInt8(
        truncatingIfNeeded: generator.next())
      #expect(unpacked(broken).utf8.count <= 4096 * 3)
    }
    #expect(unpacked([]) == "")
    #expect(unpacked([0x78]) == "")
    #expect(unpacked(Array("<x:xmpmeta".utf8)) == "")
    // Blocks of nothing without an end.
    #expect(unpacked([0x78, 0x01] + [UInt8](repeating: 0, count: 5000)) == "")
  }
}
