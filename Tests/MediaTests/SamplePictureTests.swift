import Media
import Samples
import Testing

/// Whole pictures, made by the project's own writers.
@Suite struct SamplePictureTests {
  private static let exif = EXIFBlock {
    $0.byteOrder = .big
    $0.make = "Apple"
    $0.model = "iPhone 15"
    $0.orientation = 6
    $0.dateTimeOriginal = "2015:09:27 21:29:28"
    $0.subSecTimeOriginal = "12"
    $0.offsetTimeOriginal = "+02:00"
    $0.userComment = "Screenshot"
    $0.position = Position(latitude: 54.18, longitude: -7.88, altitude: -4)
    $0.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
  }

  private func expectCamera(_ facts: MediaFacts, _ format: MediaFormat) {
    #expect(facts.format == format)
    #expect(facts.problem == nil)
    #expect(facts.make == "Apple")
    #expect(facts.model == "iPhone 15")
    #expect(facts.saysScreenshot)
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_120)
    #expect(facts.captureDate?.offsetMinutes == 120)
    #expect(abs((facts.location?.latitude ?? 0) - 54.18) < 0.0001)
    #expect(abs((facts.location?.longitude ?? 0) + 7.88) < 0.0001)
    #expect(facts.location?.altitude == -4)
  }

  private func expectWhole(_ picture: some SampleFile, _ format: MediaFormat) throws {
    let bytes = picture.encoded()
    #expect(try ScratchFile.completeness(bytes, format) == .complete)
    let half = Array(bytes.prefix(bytes.count / 2))
    #expect(try ScratchFile.completeness(half, format) == .incomplete)
  }

  @Test func stillPicturesWithExif() throws {
    let jpeg = JPEGPicture(width: 200, height: 100) { $0.exif = Self.exif }
    let png = PNGPicture(width: 200, height: 100) { $0.exif = Self.exif }
    let webp = WebPPicture(width: 200, height: 100) { $0.exif = Self.exif }
    for (bytes, format) in [
      (jpeg.encoded(), MediaFormat.jpeg), (png.encoded(), .png), (webp.encoded(), .webp),
    ] {
      let facts = try ScratchFile.facts(bytes)
      expectCamera(facts, format)
      #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (100, 200, 6))
    }
    try expectWhole(jpeg, .jpeg)
    try expectWhole(png, .png)
    try expectWhole(webp, .webp)
  }

  @Test(arguments: [true, false]) func heif(isGrid: Bool) throws {
    let picture = HEIFPicture(width: 2000, height: 1000) {
      $0.isGrid = isGrid
      $0.rotation = 90
      $0.exif = Self.exif
      $0.xmp = XMPPacket([("xmp:Rating", "5")])
    }
    let facts = try ScratchFile.facts(picture.encoded())
    expectCamera(facts, .heic)
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (1000, 2000, 8))
    #expect((facts.xmpBlock?.count ?? 0) > 0)
    try expectWhole(picture, .heic)
  }

  @Test(arguments: [ByteOrder.little, .big]) func tiff(byteOrder: ByteOrder) throws {
    let picture = TIFFPicture(width: 200, height: 100) {
      $0.byteOrder = byteOrder
      $0.exif = Self.exif
    }
    expectCamera(try ScratchFile.facts(picture.encoded()), .tiff)
  }

  @Test(arguments: RawPicture.Kind.allCases)
  func rawFilesGiveTheFullSizeAndThePreview(kind: RawPicture.Kind) throws {
    let picture = RawPicture(kind, width: 6000, height: 4000) { $0.exif.orientation = 8 }
    let bytes = picture.encoded()
    let facts = try ScratchFile.facts(bytes)
    let format: MediaFormat =
      switch kind {
      case .dng: .dng
      case .cr2: .cr2
      case .nef: .nef
      case .arw: .arw
      case .nrw: .nrw
      case .srw: .srw
      case .threeFR: .threeFR
      case .pef: .pef
      case .orf: .orf
      case .iiq: .iiq
      }
    #expect(facts.format == format)
    #expect((facts.pixelWidth, facts.pixelHeight) == (4000, 6000))
    let range = try #require(facts.embeddedPreview?.range)
    let first = Int(range.offset)
    #expect(Array(bytes[first..<first + Int(range.count)]) == picture.preview)
  }

  @Test func aCleanApertureIsTheSize() throws {
    let picture = HEIFPicture(width: 2000, height: 1000) {
      $0.cleanAperture = (1990, 980)
      $0.rotation = 90
    }
    let facts = try ScratchFile.facts(picture.encoded())
    #expect((facts.pixelWidth, facts.pixelHeight) == (980, 1990))
  }

  @Test func anItemInSeveralPiecesIsRead() throws {
    let picture = HEIFPicture(width: 200, height: 100) {
      $0.exif = Self.exif
      $0.piecesPerItem = 3
    }
    expectCamera(try ScratchFile.facts(picture.encoded()), .heic)
  }

  @Test func theThumbnailsBytesAreThoseOfItsRange() throws {
    let bytes = JPEGPicture(width: 200, height: 100) { $0.exif = Self.exif }.encoded()
    let range = try #require(try ScratchFile.facts(bytes).embeddedPreview?.range)
    let first = Int(range.offset)
    #expect(bytes[first..<first + Int(range.count)] == [0xFF, 0xD8, 0xFF, 0xD9])
  }

  @Test func animations() throws {
    let gif = GIFPicture(width: 24, height: 18) {
      $0.frameCount = 4
      $0.loopCount = 0
    }
    let png = PNGPicture(width: 24, height: 18) { $0.frameCount = 4 }
    let webp = WebPPicture(width: 24, height: 18) {
      $0.frameCount = 4
      $0.loopCount = 3
    }
    #expect(try ScratchFile.facts(gif.encoded()).frameCount == 4)
    #expect(try ScratchFile.facts(png.encoded()).frameCount == 4)
    #expect(try ScratchFile.facts(webp.encoded()).loopCount == 3)
    for bytes in [gif.encoded(), png.encoded(), webp.encoded()] {
      let facts = try ScratchFile.facts(bytes)
      #expect(facts.isAnimated)
      #expect((facts.pixelWidth, facts.pixelHeight) == (24, 18))
    }
    try expectWhole(gif, .gif)
  }

  @Test(arguments: [false, true], [false, true]) func movies(isLong: Bool, isISO: Bool) throws {
    var movie = QuickTimeMovie(width: 1920, height: 1080)
    movie.brand = isISO ? "mp42" : "qt  "
    movie.hasFullMetadataBox = isISO
    movie.hasLongTimes = isLong
    movie.hasHeadersLast = isLong
    movie.hasAudio = true
    movie.rotation = 270
    movie.duration = 2.5
    movie.created = CivilTime(secondsSince1970: 1_443_389_368)
    var facts = try ScratchFile.facts(movie.encoded())
    #expect(facts.format == (isISO ? .mpeg4 : .quickTime))
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (1080, 1920, 8))
    #expect(facts.durationMilliseconds == 2500)
    #expect(facts.frameRate == 30)
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.problem == nil)
    try expectWhole(movie, facts.format)

    movie.setApple(contentIdentifier: "ABC-1", creationDate: "2015-09-27T23:29:28+0200")
    facts = try ScratchFile.facts(movie.encoded())
    #expect(facts.contentIdentifier == "ABC-1")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_396_568_000)
    #expect(facts.captureDate?.offsetMinutes == 120)
  }
}
