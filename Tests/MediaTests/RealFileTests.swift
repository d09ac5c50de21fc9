import Media
import TestSupport
import Testing

/// Files of real cameras and phones, with what exiftool says of them.
@Suite struct RealFileTests {
  struct Expectation: Sendable {
    let path: String
    let format: MediaFormat
    let width: Int32
    let height: Int32
    var milliseconds: Int64?
    var offset: Int16?
    var model: ShortText = ""
  }

  private static let samples = "exif-samples"
  private static let originals =
    "photoslibraries/Test-Media-Types-15.7.2.photoslibrary/originals"

  private static let expectations = [
    Expectation(
      path: "exif-samples/heic/mobile/iphone_13_pro_max.HEIC", format: .heic, width: 3024,
      height: 4032, milliseconds: 1_645_016_141_762, offset: 60, model: "iPhone 13 Pro Max"),
    Expectation(
      path: "exif-samples/heic/mobile/HMD_Nokia_8.3_5G.heif", format: .heic, width: 3456,
      height: 4608, milliseconds: 1_643_899_447_722),
    Expectation(
      path: "exif-samples/jpg/Canon_PowerShot_S40.jpg", format: .jpeg, width: 480, height: 360,
      milliseconds: 1_071_403_304_000, model: "Canon PowerShot S40"),
    Expectation(
      path: "exif-samples/jpg/orientation/portrait_6.jpg", format: .jpeg, width: 450,
      height: 600),
    Expectation(
      path: "exif-samples/tiff/Picoawards.tiff", format: .tiff, width: 436, height: 547),
    Expectation(
      path: originals + "/A/A344F711-313A-4D64-AA6D-108013A43DD4.png", format: .png, width: 1136,
      height: 640, milliseconds: 1_443_371_368_000),
  ]

  @Test(.enabled(if: SharedData.has(samples) && SharedData.has(originals)), arguments: expectations)
  func factsAreThoseThatExiftoolSees(expected: Expectation) throws {
    let facts = try ScratchFile.facts(at: try #require(SharedData.path(expected.path)))
    #expect(facts.format == expected.format)
    #expect((facts.pixelWidth, facts.pixelHeight) == (expected.width, expected.height))
    #expect(facts.captureDate?.wallClockMilliseconds == expected.milliseconds)
    #expect(facts.captureDate?.offsetMinutes == expected.offset)
    #expect(facts.model == expected.model)
    #expect(facts.problem == nil)
  }

  @Test(.enabled(if: SharedData.has(originals)))
  func bothHalvesOfALivePhotoShareTheirIdentifier() throws {
    let folder = try #require(SharedData.path(Self.originals)) + "/E/"
    let name = "EC19EA1A-FC91-449C-8925-B13D863E2EDB"
    let still = try ScratchFile.facts(at: folder + name + ".heic")
    let movie = try ScratchFile.facts(at: folder + name + "_3.mov")
    #expect(!still.contentIdentifier.isEmpty)
    #expect(still.contentIdentifier == movie.contentIdentifier)
  }

  @Test(.enabled(if: SharedData.has(samples))) func signedRationalsGiveALocation() throws {
    let path = try #require(SharedData.path("exif-samples/jpg/mobile/HMD_Nokia_8.3_5G.jpg"))
    let location = try #require(try ScratchFile.facts(at: path).location)
    #expect(abs(location.latitude - 60.14671) < 0.0001)
    #expect(abs(location.longitude - 24.90677) < 0.0001)
  }
}
