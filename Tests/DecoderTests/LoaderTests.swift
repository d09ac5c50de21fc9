import CPixels
import Decoding
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

struct LoaderTests {
  private static let mosaic = Mosaic(seed: 11, columns: 3, rows: 2)

  static let files: [(format: MediaFormat, bytes: [UInt8])] = [
    (.jpeg, JPEGPicture(width: 288, height: 192) { $0.mosaic = mosaic }.encoded()),
    (.png, PNGPicture(width: 288, height: 192) { $0.mosaic = mosaic }.encoded()),
    (.gif, GIFPicture(width: 288, height: 192) { $0.mosaic = mosaic }.encoded()),
    (
      .gif,
      GIFPicture(width: 288, height: 192) {
        $0.mosaic = mosaic
        $0.frameCount = 9
      }.encoded()
    ),
  ]

  private func check(_ made: Pixels, within distance: Int = 4) {
    for row in 0..<2 {
      for column in 0..<3 {
        let color = made.color(column: column, of: 3, row: row, of: 2)
        let wanted = Self.mosaic.colors[row * 3 + column]
        #expect(color.distance(to: wanted) <= distance, "\(column), \(row)")
      }
    }
  }

  /// The first frame of what moves.
  @Test(arguments: 0..<4)
  func decodesAllPixelsAndAThumbnail(number: Int) async throws {
    let (format, bytes) = Self.files[number]
    let whole = try await TestDecoder.shared.pixels(of: bytes, PictureRequest(format: format))
    #expect(whole.width == 288 && whole.height == 192)
    check(whole)
    let small = try await TestDecoder.shared.pixels(
      of: bytes,
      PictureRequest(format: format, targetSize: PictureSize(width: 30, height: 30)))
    #expect(small.width == 30 && small.height == 20)
    check(small)
  }

  /// Coded data that were overwritten: a strict request fails wherever that was.
  @Test func aStrictRequestFindsDamageInTheMiddle() async throws {
    let picture = PNGPicture(width: 288, height: 192) {
      $0.mosaic = Mosaic(seed: 3, columns: 72, rows: 48)
    }
    let whole = try await TestDecoder.shared.encoded(
      picture.encoded(), PictureRequest(format: .png, quality: 90)
    ).bytes
    var request = PictureRequest(format: .jpeg, targetSize: PictureSize(width: 32, height: 32))
    request.isStrict = true
    #expect(try await TestDecoder.shared.problem(of: whole, request) == nil)
    for byte in [0, 0x5A] as [UInt8] {
      for share in 3...9 {
        var broken = whole
        let start = whole.count * share / 10 - 300
        for place in start..<start + 256 { broken[place] = byte }
        let problem = try await TestDecoder.shared.problem(of: broken, request)
        #expect(problem?.reason == .damaged, "\(byte) at \(share)")
      }
    }
  }

  @Test func writesEveryFormat() async throws {
    let bytes = Self.files[1].bytes
    var request = PictureRequest(format: .png, targetSize: PictureSize(width: 60, height: 60))
    request.output = .jpeg
    request.quality = 95
    let jpeg = try await TestDecoder.shared.encoded(bytes, request)
    check(try #require(Pixels(jpeg: jpeg.bytes)), within: 12)
    #expect(jpeg.picture.byteCount == Int64(jpeg.bytes.count))
    request.quality = 20
    let coarse = try await TestDecoder.shared.encoded(bytes, request)
    #expect(coarse.bytes.count < jpeg.bytes.count)

    request.output = .webp
    request.quality = 95
    let webp = try await TestDecoder.shared.encoded(bytes, request)
    #expect(webp.picture.size == PictureSize(width: 60, height: 40))
    let again = try await TestDecoder.shared.pixels(of: webp.bytes, PictureRequest(format: .webp))
    #expect(again.width == 60 && again.height == 40)
    check(again, within: 12)
  }

  @Test(arguments: [1, 4])
  func decodesWebPOfManyFrames(frameCount: Int) async throws {
    let picture = WebPPicture(width: 400, height: 200) { $0.frameCount = frameCount }
    for side in [nil, Int32(80)] {
      let target = side.map { PictureSize(width: $0, height: $0) }
      let made = try await TestDecoder.shared.pixels(
        of: picture.encoded(), PictureRequest(format: .webp, targetSize: target))
      #expect(made.width == Int(side ?? 400) && made.height == Int(side ?? 400) / 2)
      let color = made.color(column: 0, of: 8, row: 0, of: 8)
      // The squares are small, and the filter sharpens their edges.
      #expect(color.distance(to: try #require(picture.mosaic.colors.first)) <= 16)
    }
  }

  @Test(arguments: [8, 16], [false, true])
  func decodesPNGOfEveryKind(depth: Int, isInterlaced: Bool) async throws {
    for channels in 1...4 {
      let value: [UInt8] = [[], [80], [80, 255], [200, 80, 40], [200, 80, 40, 255]][channels]
      let pixel = depth == 8 ? value : value.flatMap { [$0, $0] }
      let pixels = Array(repeatElement(pixel, count: 40 * 30).joined())
      let file = try #require(
        [UInt8](
          cpixels_png(pixels, 40, 30, Int32(channels), Int32(depth), isInterlaced ? 1 : 0)))
      let wanted = channels < 3 ? RGB(80, 80, 80) : RGB(200, 80, 40)
      for side in [nil, Int32(16)] {
        let target = side.map { PictureSize(width: $0, height: $0) }
        let made = try await TestDecoder.shared.pixels(
          of: file, PictureRequest(format: .png, targetSize: target))
        #expect(made.color(x: 3, y: 3).distance(to: wanted) <= 1)
        #expect(made.hasAlpha == channels.isMultiple(of: 2))
      }
    }
  }

  /// Red on the left, nothing on the right, which pretends to be green.
  private func halfTransparent() throws -> [UInt8] {
    let pixels: [UInt8] = (0..<64 * 64).flatMap { place -> [UInt8] in
      place % 64 < 32 ? [255, 0, 0, 255] : [0, 255, 0, 0]
    }
    return try #require([UInt8](cpixels_png(pixels, 64, 64, 4, 8, 0)))
  }

  @Test func keepsAlphaWhereItCanBeKept() async throws {
    let made = try await TestDecoder.shared.pixels(
      of: try halfTransparent(),
      PictureRequest(format: .png, targetSize: PictureSize(width: 15, height: 15)))
    #expect(made.alpha(x: 1, y: 7) == 255 && made.alpha(x: 13, y: 7) == 0)
    // What can't be seen does not shine through at the edge.
    #expect((1..<255).contains(made.alpha(x: 7, y: 7)))
    #expect(made.color(x: 7, y: 7).distance(to: RGB(255, 0, 0)) <= 4)
  }

  @Test func showsWhiteBehindAlphaInAJPEG() async throws {
    for side in [nil, Int32(16)] {
      var request = PictureRequest(format: .png, quality: 95)
      request.targetSize = side.map { PictureSize(width: $0, height: $0) }
      let made = try await TestDecoder.shared.encoded(try halfTransparent(), request)
      let pixels = try #require(Pixels(jpeg: made.bytes))
      #expect(pixels.color(x: 1, y: 1).distance(to: RGB(255, 0, 0)) <= 8)
      #expect(
        pixels.color(x: pixels.width - 2, y: 1).distance(to: RGB(255, 255, 255)) <= 8)
    }
  }

  @Test func enlargesWhenAllowed() async throws {
    let file = Self.files[1].bytes
    let made = try await TestDecoder.shared.pixels(
      of: file,
      PictureRequest(
        format: .png, targetSize: PictureSize(width: 700, height: 700), allowsEnlarging: true))
    #expect(made.width == 700 && made.height == 467)
    check(made)
  }

  @Test func fillsASquareFromTheMiddle() async throws {
    for (format, file) in Self.files {
      let made = try await TestDecoder.shared.pixels(
        of: file,
        PictureRequest(
          format: format, targetSize: PictureSize(width: 50, height: 50),
          contentMode: .aspectFill))
      #expect(made.width == 50 && made.height == 50)
      // The shown square begins in the middle of the first column and ends in that of the last.
      for (x, column) in [(4, 0), (25, 1), (46, 2)] {
        #expect(made.color(x: x, y: 12).distance(to: Self.mosaic.colors[column]) <= 6)
      }
    }
  }

  @Test func decodesThePreviewInARange() async throws {
    let preview = Self.files[0].bytes
    let junk = [UInt8](repeating: 0x55, count: 1000)
    let request = PictureRequest(
      format: .nef, range: ByteRange(offset: 1000, count: Int64(preview.count)),
      targetSize: PictureSize(width: 30, height: 30))
    check(try await TestDecoder.shared.pixels(of: junk + preview + junk, request))
  }

  @Test func refusesRawWithoutAPreview() async throws {
    for format in MediaFormat.allCases where format.isRaw {
      let problem = try await TestDecoder.shared.problem(
        of: Self.files[0].bytes, PictureRequest(format: format))
      #expect(problem?.reason == .unsupported)
      #expect(problem?.message == "a raw picture without an embedded preview")
    }
  }

  /// A whole TIFF whose compression, or whose count of bits, is not read.
  @Test(arguments: [(UInt8(0x03), [0x39, 0x30]), (0x02, [12, 0])] as [(UInt8, [UInt8])])
  func aTIFFThatIsNotReadIsNotDamaged(tag: UInt8, value: [UInt8]) async throws {
    var file = TIFFPicture(width: 16, height: 8).encoded()
    let entry = try #require(file.firstRange(of: [tag, 1, 3, 0]))
    let isInline = file[entry.lowerBound + 4] < 3
    let offset = entry.lowerBound + 8
    let place = isInline ? offset : Int(file[offset]) + Int(file[offset + 1]) << 8
    for index in 0..<Int(file[entry.lowerBound + 4]) {
      file.replaceSubrange(place + index * 2..<place + index * 2 + 2, with: value)
    }
    let request = PictureRequest(format: .tiff, output: .png)
    let problem = try #require(await TestDecoder.shared.problem(of: file, request))
    #expect(problem.reason == .unsupported)
    #expect(problem.message.hasPrefix("TIFF: "))
  }

  @Test func writesTextsIntoAPNG() async throws {
    let texts = [
      PictureText(keyword: "Thumb::URI", text: "file:///a%20b.jpg"),
      PictureText(keyword: "Software", text: "caf\u{E9}\u{20AC}"),
    ]
    let request = PictureRequest(
      format: .jpeg, targetSize: PictureSize(width: 20, height: 20), output: .png, texts: texts)
    let made = try await TestDecoder.shared.encoded(Self.files[0].bytes, request).bytes
    let first: [UInt8] = Array("tEXtThumb::URI\0file:///a%20b.jpg".utf8)
    let second: [UInt8] = Array("tEXtSoftware\0caf".utf8) + [0xE9, UInt8(ascii: "?")]
    #expect(made.firstRange(of: first) != nil && made.firstRange(of: second) != nil)
  }

  @Test func tellsWhatAProcessWasNotStartedFor() throws {
    let decoder = PictureDecoder(scope: .linked)
    for format in [MediaFormat.gif, .webp, .tiff, .heic, .avif] {
      let problem = #expect(throws: DecodeProblem.self) {
        try decoder.decode(PictureRequest(format: format), from: 0, to: 1)
      }
      #expect(problem?.reason == .unsupported)
    }
  }

  @Test(.enabled(if: SharedData.has("exif-samples/heic")))
  func turnsHEICByItself() async throws {
    let path = try #require(SharedData.path("exif-samples/heic/mobile/iphone_13_pro_max.HEIC"))
    let file = try [UInt8](contentsOf: path)
    let request = PictureRequest(
      format: .heic, orientation: 6, targetSize: PictureSize(width: 150, height: 150))
    let made = try await TestDecoder.shared.pixels(of: file, request)
    #expect(made.width == 113 && made.height == 150)
  }

  /// Written by iPhones since iOS 18, and refused as a whole by libheif before 1.18.
  @Test(.enabled(if: SharedData.has("photoslibraries/Test-Media-Types-15.7.2.photoslibrary")))
  func decodesHEICOfRecentPhones() async throws {
    let library = "photoslibraries/Test-Media-Types-15.7.2.photoslibrary/originals"
    for name in [
      "E/EC19EA1A-FC91-449C-8925-B13D863E2EDB.heic", "D/D562F353-7A22-4367-9A7F-153A4D9F149C.heic",
    ] {
      let path = try #require(SharedData.path("\(library)/\(name)"))
      let made = try await TestDecoder.shared.pixels(
        of: try [UInt8](contentsOf: path),
        PictureRequest(format: .heic, targetSize: PictureSize(width: 150, height: 150)))
      #expect(made.width == 113 && made.height == 150)
    }
  }
}
