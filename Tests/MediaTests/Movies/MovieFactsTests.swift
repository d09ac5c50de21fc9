import Media
import Samples
import Testing

/// The facts in the headers of movies other than QuickTime's.
@Suite struct MovieFactsTests {
  private static func facts(_ sample: some SampleFile) throws -> MediaFacts {
    try ScratchFile.facts(sample.encoded())
  }

  private static let moment: Int64 = 1_443_389_368_000

  @Test func aviHasSizeTimesDateAndCamera() throws {
    let facts = try Self.facts(
      AVIMovie(width: 640, height: 480) {
        $0.date = "Sun Sep 27 21:29:28 2015"
        $0.software = "CanonMVI02"
        $0.camera = ("Canon", "PowerShot A5")
      })
    #expect(facts.format == .avi)
    #expect((facts.pixelWidth, facts.pixelHeight) == (640, 480))
    #expect(facts.durationMilliseconds == 2500)
    #expect(facts.frameRate == 30)
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
    #expect(facts.captureDate?.offsetMinutes == nil)
    #expect(facts.captureDate?.source == .movie)
    #expect((facts.make, facts.model) == ("Canon", "PowerShot A5"))
    #expect(facts.software == "CanonMVI02")
    #expect(facts.problem == nil)
  }

  @Test func theFramesOfAllPiecesOfAnAVICount() throws {
    let facts = try Self.facts(AVIMovie(width: 640, height: 480) { $0.totalFrames = 900 })
    #expect(facts.durationMilliseconds == 30_000)
  }

  @Test(arguments: [
    "Sun Sep 27 21:29:28 2015", "SUN SEP 27 21:29:28 2015", "2015:09:27 21:29:28",
    "2015/09/27 21:29:28", "2015-09-27 21:29:28", "2015/ 9/27  9:29:28PM",
  ])
  func datesOfAnAVIAreReadInAllTheirForms(text: String) throws {
    let facts = try Self.facts(AVIMovie(width: 4, height: 3) { $0.date = text })
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
  }

  @Test(arguments: ["", "2015", "2015/13/27 21:29:28", "0000:00:00 00:00:00", "soon", "Sun Foo 1"])
  func aDateThatIsNoneIsAbsent(text: String) throws {
    #expect(try Self.facts(AVIMovie(width: 4, height: 3) { $0.date = text }).captureDate == nil)
  }

  @Test func matroskaHasSizeTimesDateCameraAndPlace() throws {
    let facts = try Self.facts(
      MatroskaMovie(width: 1920, height: 1080) {
        $0.created = SampleMovies.created
        $0.writingApp = "mkvmerge v70"
        $0.hasAudio = true
        $0.tags = [
          ("MAKE", "Apple"), ("COM.APPLE.QUICKTIME.MODEL", "iPhone 15"),
          ("LOCATION", "+54.1800-007.8800-004.000/"),
        ]
      })
    #expect(facts.format == .matroska)
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (1920, 1080, 1))
    #expect(facts.durationMilliseconds == 2500)
    #expect(facts.frameRate == 30)
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
    #expect(facts.captureDate?.isMoment == true)
    #expect((facts.make, facts.model) == ("Apple", "iPhone 15"))
    #expect(facts.software == "mkvmerge v70")
    #expect(facts.location == MediaLocation(latitude: 54.18, longitude: -7.88, altitude: -4))
    #expect(facts.problem == nil)
  }

  @Test func tagsBehindThePicturesAreFoundByTheIndex() throws {
    let facts = try Self.facts(
      MatroskaMovie(width: 4, height: 3) {
        $0.hasTagsLast = true
        $0.tags = [("DATE_RECORDED", "2015-09-27 21:29:28")]
      })
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
    #expect(facts.problem == nil)
  }

  @Test func aRollAgainstTheClockTurnsThePictureThatWay() throws {
    for (roll, orientation) in [(90.0, 8), (-90, 6), (180, 3), (-180, 3), (0, 1), (33, 1)] {
      let facts = try Self.facts(MatroskaMovie(width: 1920, height: 1080) { $0.roll = roll })
      #expect(facts.orientation == orientation, "\(roll)")
      #expect(facts.pixelWidth == (orientation > 4 ? 1080 : 1920), "\(roll)")
    }
  }

  @Test func theSizeIsThatOfTheDisplayOrWithoutWhatIsCutOff() throws {
    let cut = try Self.facts(
      MatroskaMovie(width: 1920, height: 1088) { $0.crop = (top: 0, bottom: 8, left: 2, right: 2) })
    #expect((cut.pixelWidth, cut.pixelHeight) == (1916, 1080))
    let stretched = try Self.facts(
      MatroskaMovie(width: 720, height: 576) { $0.displaySize = (1024, 576) })
    #expect((stretched.pixelWidth, stretched.pixelHeight) == (1024, 576))
  }

  @Test func aLiveRecordingLastsToItsLastFrame() throws {
    let facts = try Self.facts(
      MatroskaMovie(width: 1280, height: 720) {
        $0.documentType = "webm"
        $0.duration = nil
        $0.isLive = true
        $0.lastTime = 2400
      })
    #expect(facts.format == .webM)
    #expect(facts.durationMilliseconds == 2400)
    #expect(facts.problem == nil)
  }

  @Test func otherDocumentsOfEBMLAreUnknown() throws {
    let facts = try Self.facts(MatroskaMovie(width: 4, height: 3) { $0.documentType = "notes" })
    #expect(facts.format == .unknown)
    #expect(facts.problem == .unsupported)
  }

  @Test func windowsMediaHasSizeTimesDateAndCamera() throws {
    let facts = try Self.facts(
      WindowsMediaMovie(width: 640, height: 480) {
        $0.created = SampleMovies.created
        $0.tags = [
          ("WM/Genre", "none"), ("DeviceManufacturer", "Apple"), ("DeviceModel", "iPhone 15"),
          ("WM/ToolName", "Mäker"),
        ]
      })
    #expect(facts.format == .windowsMedia)
    #expect((facts.pixelWidth, facts.pixelHeight) == (640, 480))
    // The time for filling a player's buffer is no part of it.
    #expect(facts.durationMilliseconds == 3000)
    #expect(facts.frameRate == 25)
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
    #expect((facts.make, facts.model, facts.software) == ("Apple", "iPhone 15", "Mäker"))
    #expect(facts.problem == nil)
  }

  @Test func flashHasSizeTimesAndDateBehindItsLists() throws {
    let facts = try Self.facts(
      FlashMovie(width: 640, height: 360) {
        $0.date = "2015-09-27T21:29:28Z"
        $0.encoder = "Lavf59.27.100"
      })
    #expect(facts.format == .flash)
    #expect((facts.pixelWidth, facts.pixelHeight) == (640, 360))
    #expect((facts.durationMilliseconds, facts.frameRate) == (2500, 30))
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
    #expect(facts.software == "Lavf59.27.100")
    #expect(facts.problem == nil)
  }

  @Test func flashWithoutADurationLastsToItsLastPicture() throws {
    let facts = try Self.facts(FlashMovie(width: 640, height: 360) { $0.duration = nil })
    #expect(facts.durationMilliseconds == 2400)
  }

  @Test func theoraHasThePicturesSizeAndItsLastFrame() throws {
    let facts = try Self.facts(
      OggMovie(width: 1366, height: 768) { $0.comments = ["ENCODER=recordMyDesktop", "x"] })
    #expect(facts.format == .ogg)
    #expect((facts.pixelWidth, facts.pixelHeight) == (1366, 768))
    #expect((facts.durationMilliseconds, facts.frameRate) == (2500, 30))
    #expect(facts.software == "recordMyDesktop")
  }

  @Test(arguments: [
    (MPEGMovie.Layout.transport, MediaFormat.transportStream), (.camcorder, .avchd),
    (.program, .mpeg),
  ])
  func streamsOfPacketsLastToTheEndOfTheirLastPicture(
    layout: MPEGMovie.Layout, format: MediaFormat
  ) throws {
    let facts = try Self.facts(MPEGMovie(layout))
    #expect(facts.format == format)
    #expect((facts.pixelWidth, facts.pixelHeight) == (720, 576))
    #expect((facts.durationMilliseconds, facts.frameRate) == (3000, 25))
    #expect(facts.problem == nil)
  }

  @Test func picturesWithoutPacketsHaveNoDuration() throws {
    let facts = try Self.facts(MPEGMovie(.bare))
    #expect(facts.format == .mpeg2)
    #expect((facts.pixelWidth, facts.pixelHeight) == (720, 576))
    #expect(facts.frameRate == 25)
    #expect(facts.durationMilliseconds == nil)
  }

  /// The zone's byte: two hours east, then three and a half west in summer.
  @Test(arguments: [(UInt8(0x04), Int16(120)), (0x67, -150), (0x3F, nil)] as [(UInt8, Int16?)])
  func camcordersNoteDateZonePlaceAndMakerBesideThePicture(zone: UInt8, offset: Int16?) throws {
    let facts = try Self.facts(
      MPEGMovie(.camcorder) {
        $0.coding = .h264
        $0.note = [
          (0x18, [zone, 0x20, 0x15, 0x09]), (0x19, [0x27, 0x21, 0x29, 0x28]),
          (0xB1, Array("N\0\0\0".utf8)), (0xB2, [0, 54, 0, 1]), (0xB3, [0, 15, 0, 1]),
          (0xB4, [0, 0, 0, 1]), (0xB5, Array("W\0\0\0".utf8)), (0xB6, [0, 7, 0, 1]),
          (0xB7, [0, 30, 0, 1]), (0xE0, [0x10, 0x11, 0, 0]), (0xE4, Array("HF10".utf8)),
        ]
      })
    #expect((facts.pixelWidth, facts.pixelHeight) == (1920, 1080))
    #expect(facts.frameRate == 25)
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
    #expect(facts.captureDate?.offsetMinutes == offset)
    #expect((facts.make, facts.model) == ("Canon", "HF10"))
    #expect(facts.location == MediaLocation(latitude: 54.25, longitude: -7.5))
  }

  @Test func digitalVideoHasSizeTimesAndDate() throws {
    let facts = try Self.facts(DVMovie { $0.date = (15, 9, 27, 21, 29, 28) })
    #expect(facts.format == .dv)
    #expect((facts.pixelWidth, facts.pixelHeight) == (720, 576))
    #expect((facts.durationMilliseconds, facts.frameRate) == (80, 25))
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
    let american = try Self.facts(DVMovie { $0.isFifty = false })
    #expect((american.pixelHeight, american.captureDate == nil) == (480, true))
  }

  private static let sounds: [any SampleFile] = [
    AVIMovie(width: 4, height: 3) { $0.hasVideo = false },
    MatroskaMovie(width: 4, height: 3) {
      $0.hasVideo = false
      $0.hasAudio = true
    },
    WindowsMediaMovie(width: 4, height: 3) { $0.hasVideo = false },
    FlashMovie(width: 4, height: 3) { $0.hasVideo = false },
    OggMovie(width: 4, height: 3) { $0.hasVideo = false },
    MPEGMovie(.transport) { $0.hasVideo = false }, MPEGMovie(.program) { $0.hasVideo = false },
  ]

  @Test(arguments: sounds.indices) func soundAloneIsNoMovie(index: Int) throws {
    let facts = try ScratchFile.facts(Self.sounds[index].encoded())
    #expect(facts.format == .unknown)
    #expect(facts.problem == .unsupported)
    #expect((facts.pixelWidth, facts.durationMilliseconds == nil) == (0, true))
  }

  /// A text whose 189th character is the sign of a packet is still a text.
  @Test func aTextIsNoTransportStream() throws {
    let text = [UInt8](repeating: UInt8(ascii: "G"), count: 188 * 6)
    #expect(try ScratchFile.facts(text).format == .unknown)
  }

  private static let judged: [(any SampleFile, MediaFormat)] = [
    (AVIMovie(width: 4, height: 3), .avi), (MatroskaMovie(width: 4, height: 3), .matroska),
    (WindowsMediaMovie(width: 4, height: 3), .windowsMedia),
    (FlashMovie(width: 4, height: 3), .flash), (OggMovie(width: 4, height: 3), .ogg),
  ]

  @Test(arguments: judged.indices) func aWholeMovieIsCompleteAndAStartOfItIsNot(
    index: Int
  ) throws {
    let (sample, format) = Self.judged[index]
    let bytes = sample.encoded()
    #expect(try ScratchFile.completeness(bytes, format) == .complete)
    for part in [1, bytes.count / 2, bytes.count - 1] {
      #expect(
        try ScratchFile.completeness(Array(bytes.prefix(part)), format) == .incomplete,
        "\(part) of \(bytes.count) bytes")
    }
  }

  @Test func whatHasNoEndToTellIsNotCalledCutShort() throws {
    let live = MatroskaMovie(width: 4, height: 3) { $0.isLive = true }.encoded()
    #expect(try ScratchFile.completeness(live, .matroska) == .unknown)
    let stream = MPEGMovie(.program).encoded()
    #expect(try ScratchFile.completeness(stream, .mpeg) == .complete)
    #expect(try ScratchFile.completeness(stream.dropLast(4), .mpeg) == .unknown)
  }

  @Test func packedFactsOfMoviesComeBack() throws {
    for (name, sample) in SampleMovies.all {
      let bytes = sample.encoded()
      let facts = try ScratchFile.facts(bytes)
      var packed = [UInt8](repeating: 0, count: MediaFacts.packedLimit)
      let count = packed.withUnsafeMutableBytes { facts.pack(into: $0) }
      let back = packed.withUnsafeBytes {
        MediaFacts(packed: UnsafeRawBufferPointer(rebasing: $0[..<count]), fileSize: 1 << 20)
      }
      #expect(back == facts, "\(name), \(bytes.count) bytes")
    }
  }
}
