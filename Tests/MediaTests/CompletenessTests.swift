import Media
import Samples
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

  /// Most writers put the directory behind the pixels.
  @Test func aTIFFWithoutItsDirectoryIsIncomplete() throws {
    let pixels = [UInt8](repeating: 7, count: 100)
    let entry: [UInt8] = [0, 1, 3, 0, 1, 0, 0, 0, 10, 0, 0, 0]
    let tiff: [UInt8] =
      [0x49, 0x49, 0x2A, 0, 108, 0, 0, 0] + pixels + [1, 0] + entry + [0, 0, 0, 0]
    #expect(try ScratchFile.completeness(tiff, .tiff) == .unknown)
    for count in [4, 8, 50, 109, 115] {
      #expect(try ScratchFile.completeness(Array(tiff.prefix(count)), .tiff) == .incomplete)
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

  private static let plain: [(MediaFormat, [UInt8])] = [
    (.bmp, PlainPicture(.bmp, width: 20, height: 10).encoded()),
    (.ico, PlainPicture(.ico, width: 20, height: 10).encoded()),
    (.pnm, PlainPicture(.ppm, width: 20, height: 10).encoded()),
    (.pnm, PlainPicture(.pam, width: 20, height: 10).encoded()),
    (.psd, PlainPicture(.psd, width: 20, height: 10).encoded()),
    (.psb, PlainPicture(.psb, width: 20, height: 10).encoded()),
    (.jpeg2000, PlainPicture(.j2k, width: 20, height: 10).encoded()),
    (.jpeg2000, PlainPicture(.jp2, width: 20, height: 10).encoded()),
    (.jpegXL, PlainPicture(.jxlBox, width: 20, height: 10).encoded()),
    (.svg, PlainPicture(.svg, width: 20, height: 10).encoded().dropLast()),
    (.raf, CameraFile(.raf, width: 20, height: 10).encoded()),
    (.x3f, CameraFile(.x3f, width: 20, height: 10).encoded()),
  ]

  @Test(arguments: plain) func rarerFormatsHaveEndsToo(format: MediaFormat, bytes: [UInt8]) throws {
    #expect(try ScratchFile.completeness(bytes, format) == .complete)
    for part in [1, bytes.count / 2, bytes.count - 1] {
      #expect(
        try ScratchFile.completeness(Array(bytes.prefix(part)), format) == .incomplete,
        "\(part) of \(bytes.count) bytes")
    }
  }

  /// More than the 64 KiB that are looked at first.
  private static let muchBehind = [UInt8](repeating: 7, count: 70_000)

  @Test(arguments: [1, 300]) func aPNGWithMuchBehindItIsWhole(chunks: Int) throws {
    let data = RasterFixture.chunk("IDAT", [UInt8](repeating: 7, count: 200))
    let png = RasterFixture.png(Array(repeating: data, count: chunks))
    #expect(try ScratchFile.completeness(png + Self.muchBehind, .png) == .complete)
    let cut = Array(png.dropLast(12)) + [0, 1, 17, 112] + Array("IDAT".utf8) + Self.muchBehind
    #expect(try ScratchFile.completeness(cut, .png) == .incomplete)
  }

  @Test(arguments: [4, 300_000]) func aGIFWithMuchBehindItIsWhole(dataSize: Int) throws {
    let gif = RasterFixture.gif(frames: 2, loops: 0, dataSize: dataSize)
    #expect(try ScratchFile.completeness(gif + Self.muchBehind, .gif) == .complete)
    #expect(try ScratchFile.completeness(gif + [0, 0, 1, 2], .gif) == .complete)
    #expect(try ScratchFile.completeness(gif.dropLast(3) + [], .gif) == .incomplete)
  }

  @Test func aLargeGIFIsFollowedToItsEnd() throws {
    let gif = RasterFixture.gif(frames: 1, dataSize: 6_000_000)
    #expect(try ScratchFile.completeness(gif + Self.muchBehind, .gif) == .complete)
    #expect(try ScratchFile.completeness(Array(gif.prefix(5_000_000)), .gif) == .incomplete)
  }

  /// The last marker may be missing; what was coded tells whether more was.
  @Test(arguments: [(16, 16), (200, 130), (1200, 900)])
  func aJPEGWithoutItsLastMarkerIsWholeIfItsPixelsAre(width: Int, height: Int) throws {
    let whole = JPEGPicture(width: width, height: height).encoded()
    let bytes = Array(whole.dropLast(2))
    #expect(try ScratchFile.completeness(bytes, .jpeg) == .complete)
    #expect(try ScratchFile.completeness(bytes + [0, 0, 0], .jpeg) == .complete)
    let scan = try #require(bytes.indices.last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    for part in [scan + 11, (scan + bytes.count) / 2, bytes.count - 2] {
      #expect(
        try ScratchFile.completeness(Array(bytes.prefix(part)), .jpeg) == .incomplete,
        "\(part) of \(bytes.count) bytes")
    }
  }
}
