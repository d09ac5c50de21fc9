import Media
import Testing

/// Movies whose header knows nothing of their frames, and what phones of 3GPP's kind note.
@Suite struct FragmentedMovieTests {
  private static func header(
    duration: UInt32 = 0, fragmentDuration: UInt32? = nil, userData: [UInt8] = []
  ) -> [UInt8] {
    let zeros = { [UInt8](repeating: 0, count: $0) }
    let extends = ISOFixture.box(
      "mvex",
      fragmentDuration.map { ISOFixture.box("mehd", ByteBuilder.big(UInt32(0), $0)) } ?? [],
      ISOFixture.box("trex", ByteBuilder.big(UInt32(0), 1, 1, 20, 0, 0)))
    let track = ISOFixture.box(
      "trak",
      ISOFixture.box(
        "tkhd", ByteBuilder.big(UInt32(0), 0, 0, 1), zeros(24),
        ByteBuilder.big(UInt32(0x1_0000), 0, 0, 0, 0x1_0000, 0), zeros(12),
        ByteBuilder.big(UInt32(640 << 16), 480 << 16)),
      ISOFixture.box(
        "mdia", ISOFixture.box("mdhd", ByteBuilder.big(UInt32(0), 0, 0, 600, 0, 0)),
        ISOFixture.box("hdlr", ByteBuilder.big(UInt32(0), 0), Array("vide".utf8), zeros(12))))
    return ISOFixture.fileType("isom")
      + ISOFixture.box(
        "moov",
        ISOFixture.box("mvhd", ByteBuilder.big(UInt32(0), 0, 0, 1000, duration), zeros(80)),
        track, extends, userData.isEmpty ? [] : ISOFixture.box("udta", userData))
  }

  /// - Parameter samples: nil for thirty of the usual length.
  private static func fragment(track: UInt32 = 1, at time: UInt32, samples: [UInt32]? = nil)
    -> [UInt8]
  {
    var run = ByteBuilder.big(UInt32(samples == nil ? 0 : 0x300), UInt32(samples?.count ?? 30))
    for sample in samples ?? [] { run += ByteBuilder.big(sample, 99) }
    return ISOFixture.box(
      "moof",
      ISOFixture.box(
        "traf", ISOFixture.box("tfhd", ByteBuilder.big(UInt32(0), track)),
        ISOFixture.box("tfdt", ByteBuilder.big(UInt32(0), time)), ISOFixture.box("trun", run)))
      + ISOFixture.box("mdat", [UInt8](repeating: 0, count: 9000))
  }

  @Test func fragmentsTellDurationAndFrameRate() throws {
    let facts = try ScratchFile.facts(
      Self.header() + Self.fragment(at: 1200) + Self.fragment(track: 2, at: 90_000)
        + Self.fragment(at: 1800) + Self.fragment(at: 2400, samples: [20, 20, 40]))
    #expect((facts.pixelWidth, facts.pixelHeight) == (640, 480))
    // 63 frames in 1280 of 600 ticks a second.
    #expect(facts.durationMilliseconds == 2133)
    #expect(facts.frameRate == Float(63.0 * 600 / 1280))
    #expect(facts.problem == nil)
  }

  @Test func theHeadersWordForAllFragmentsCounts() throws {
    let facts = try ScratchFile.facts(
      Self.header(duration: 1, fragmentDuration: 5000) + Self.fragment(at: 0))
    #expect(facts.durationMilliseconds == 5000)
    #expect(facts.frameRate == 30)
  }

  @Test func anIndexOfTheWholeFileSparesTheWalk() throws {
    let fragments = Self.fragment(at: 0) + Self.fragment(at: 600)
    let index = ISOFixture.box(
      "sidx", ByteBuilder.big(UInt32(0), 1, 600, 0, 0), ByteBuilder.big(UInt16(0), 2),
      ByteBuilder.big(UInt32(fragments.count / 2), 600, 0),
      ByteBuilder.big(UInt32(fragments.count / 2), 900, 0))
    let facts = try ScratchFile.facts(Self.header() + index + fragments)
    #expect(facts.durationMilliseconds == 2500)
  }

  @Test func whatNoFragmentTellsIsAbsentAndNotZero() throws {
    let facts = try ScratchFile.facts(Self.header())
    #expect(facts.durationMilliseconds == nil)
    #expect(facts.frameRate == nil)
  }

  @Test func lyingFragmentsNeverTrap() throws {
    let most = UInt32.max
    let run = ISOFixture.box("trun", ByteBuilder.big(UInt32(0), most))
    let track = ISOFixture.box(
      "traf", ISOFixture.box("tfhd", ByteBuilder.big(UInt32(8), 1, most)),
      ISOFixture.box("tfdt", ByteBuilder.big(UInt32(0x0100_0000), most, most)),
      (0..<300).flatMap { _ in run })
    let facts = try ScratchFile.facts(Self.header() + ISOFixture.box("moof", track))
    #expect(facts.durationMilliseconds == nil)
  }

  @Test func placeAndDateOf3GPPAreRead() throws {
    let location = ISOFixture.box(
      "loci", ByteBuilder.big(UInt32(0)), [0x15, 0xC7], Array("Helgoland\0".utf8), [0],
      ByteBuilder.big(Int32(-7.5 * 65_536), Int32(54.25 * 65_536), Int32(12 * 65_536)),
      Array("earth\0\0".utf8))
    let date = ISOFixture.box("date", Array("2015-09-27T23:29:28+0200".utf8))
    let facts = try ScratchFile.facts(Self.header(userData: location + date))
    #expect(facts.location == MediaLocation(latitude: 54.25, longitude: -7.5, altitude: 12))
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_396_568_000)
    #expect(facts.captureDate?.offsetMinutes == 120)
  }

  @Test func theNameOfAPlaceMayBeInUTF16() throws {
    let name = ByteBuilder.big(UInt16(0xFEFF), 0x0041, 0x0042, 0)
    let location = ISOFixture.box(
      "loci", ByteBuilder.big(UInt32(0)), [0x15, 0xC7], name, [0],
      ByteBuilder.big(Int32(-7.5 * 65_536), Int32(54.25 * 65_536), 0), [0, 0])
    let facts = try ScratchFile.facts(Self.header(userData: location))
    #expect(facts.location == MediaLocation(latitude: 54.25, longitude: -7.5))
  }
}
