import Media
import Testing

@Suite struct CompletenessTests {
  private static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0xFF, 0xD9]

  private static let whole: [(MediaFormat, [UInt8])] = [
    (.jpeg, RasterFixture.jpeg(exif: thumbnail + [UInt8](repeating: 1, count: 100))),
    (.png, RasterFixture.png()), (.gif, RasterFixture.gif(frames: 2)),
    (.webp, RasterFixture.webp([("VP8L", [0x2F, 0, 0, 0, 0, 0])])),
    (.quickTime, ISOFixture.fileType("qt  ") + ISOFixture.movieHeader() + mediaData),
    (.heic, ISOFixture.heif(properties: [ISOFixture.size(4, 3)], exif: thumbnail) + mediaData),
  ]
  private static let mediaData = ISOFixture.box("mdat", [UInt8](repeating: 0, count: 500))

  @Test(arguments: whole) func aWholeFileIsCompleteAndEveryStartOfItIsNot(
    format: MediaFormat, bytes: [UInt8]
  ) throws {
    #expect(try ScratchFile.completeness(bytes, format) == .complete)
    for part in [0, 1, bytes.count / 2, bytes.count - 1] {
      #expect(
        try ScratchFile.completeness(Array(bytes.prefix(part)), format) == .incomplete,
        "\(part) of \(bytes.count) bytes")
    }
  }

  @Test func manySegmentsInFrontOfAPictureDoNotMakeItIncomplete() throws {
    let start: [UInt8] = [0xFF, 0xD8]
    let segment = RasterFixture.segment(0xE1, [UInt8](repeating: 0x20, count: 2000))
    let front = start + (0..<2500).flatMap { _ in segment }
    let jpeg = RasterFixture.jpeg()
    #expect(try ScratchFile.completeness(front + jpeg.dropFirst(2), .jpeg) != .incomplete)
    let few = start + (0..<200).flatMap { _ in segment }
    #expect(try ScratchFile.completeness(few, .jpeg) == .incomplete)
  }

  @Test func aTrailerBehindAPictureDoesNotMakeItIncomplete() throws {
    let movie = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 8) })
    let jpeg = RasterFixture.jpeg()
    #expect(try ScratchFile.completeness(jpeg + [0, 1, 2, 3], .jpeg) == .complete)
    #expect(try ScratchFile.completeness(jpeg + movie, .jpeg) != .incomplete)
    #expect(try ScratchFile.completeness(RasterFixture.png() + [0, 0], .png) == .complete)
  }
}
