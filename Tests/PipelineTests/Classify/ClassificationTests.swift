import AssetSupport
import Assets
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct ClassificationTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// The subtypes of a file, and why it has them.
  private func classified(
    _ file: any SampleFile, _ name: String
  ) throws -> (subtypes: [String], reasons: [String: String]) {
    try folder.write(file, to: name)
    let record = try #require(
      try Scenario([StageCall("source")], library: folder.path).run().records
        .first { $0["filename"] as? String == name })
    return (
      record["mediaSubtypes"] as? [String] ?? ["?"],
      record["classifiedBy"] as? [String: String] ?? [:]
    )
  }

  private func screenshotReason(_ file: any SampleFile, _ name: String) throws -> String? {
    let found = try classified(file, name)
    #expect(found.subtypes.contains("photoScreenshot") == (found.reasons["photoScreenshot"] != nil))
    return found.reasons["photoScreenshot"]
  }

  @Test func metadataSaysItFirst() throws {
    let name = "Screenshot from 2024-01-01 12-00-00.png"
    let comment = EXIFBlock { $0.userComment = "Screenshot" }
    #expect(
      try screenshotReason(
        PNGPicture(width: 4, height: 4) {
          $0.exif = comment
          $0.texts = [.plain(keyword: "Software", text: "gnome-screenshot")]
        }, name) == "the user comment says Screenshot")
    #expect(
      try screenshotReason(
        PNGPicture(width: 4, height: 4) {
          $0.texts = [.plain(keyword: "Software", text: "gnome-screenshot")]
        }, name) == "written by gnome-screenshot")
    #expect(
      try screenshotReason(PNGPicture(width: 4, height: 4), name)
        == "file name of a GNOME screenshot")
  }

  @Test func aNumberedPNGOfAScreensSizeIsOne() throws {
    #expect(
      try screenshotReason(PNGPicture(width: 1136, height: 640), "IMG_2908.PNG")
        == "a PNG of a screen's size, named as iOS names its pictures")
  }

  @Test(
    arguments: [
      ("IMG_2908.PNG", 1137, 640, nil), ("IMG_29080.PNG", 1136, 640, nil),
      ("PIC_2908.PNG", 1136, 640, nil), ("IMG_2908.PNG", 1136, 640, "Apple"),
      ("My screenshots of 2024.png", 1136, 640, nil),
    ] as [(String, Int, Int, String?)])
  func sizeAndNameAloneAreNoEvidence(
    _ name: String, _ width: Int, _ height: Int, _ make: String?
  ) throws {
    let picture = PNGPicture(width: width, height: height) {
      if let make { $0.exif = EXIFBlock { $0.make = make } }
    }
    #expect(try screenshotReason(picture, name) == nil)
  }

  @Test func aCamerasPictureOfAScreensSizeIsNone() throws {
    #expect(try screenshotReason(JPEGPicture(width: 1136, height: 640), "IMG_2908.JPG") == nil)
  }

  @Test func panoramasAreWide() throws {
    let camera = EXIFBlock { $0.model = "Camera" }
    #expect(
      try classified(JPEGPicture(width: 250, height: 100) { $0.exif = camera }, "a.jpg").subtypes
        == ["photoPanorama"])
    #expect(
      try classified(JPEGPicture(width: 249, height: 100) { $0.exif = camera }, "a.jpg").subtypes
        .isEmpty)
    #expect(try classified(JPEGPicture(width: 250, height: 100), "a.jpg").subtypes.isEmpty)
    let other = try TemporaryDirectory()
    try other.write(JPEGPicture(width: 100, height: 200), to: "PANO_1.jpg")
    let outcome = try Scenario(
      [StageCall("source", ["album": "smartAlbumPanoramas"])], library: other.path
    ).run()
    #expect(try outcome.names == ["PANO_1.jpg"])
  }

  /// A size that so few bytes can't hold, or of a file that is cut within its header.
  @Test func aSizeThatCanNotBeTrueMakesNoPanorama() throws {
    let camera = EXIFBlock { $0.model = "Camera" }
    let picture = JPEGPicture(width: 320, height: 100) { $0.exif = camera }.encoded()
    let frame = try #require(picture.indices.first { picture[$0...].starts(with: [0xFF, 0xC0]) })
    var lying = picture
    lying.replaceSubrange(frame + 5..<frame + 9, with: [0x40, 0, 0xFF, 0xFF])
    #expect(try classified(Bytes(lying), "a.jpg").subtypes.isEmpty)
    #expect(try classified(Bytes(picture), "a.jpg").subtypes == ["photoPanorama"])
    let raw = CameraFile(.raf, width: 9000, height: 3000).encoded()
    #expect(try classified(Bytes(raw), "a.raf").subtypes.isEmpty)
    #expect(
      try classified(Bytes(raw + [UInt8](repeating: 0, count: 500_000)), "a.raf").subtypes
        == ["photoPanorama"])
    let cut = CameraFile(.mrw, width: 90, height: 30).encoded()
    #expect(try classified(Bytes(cut), "a.mrw").subtypes == ["photoPanorama"])
    var long = cut
    long[4] = 1
    #expect(try classified(Bytes(long), "a.mrw").subtypes.isEmpty)
  }

  private struct Bytes: SampleFile {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func encoded() -> [UInt8] { bytes }
  }

  @Test func aScreenshotIsNoPanorama() throws {
    let camera = EXIFBlock { $0.model = "Camera" }
    #expect(
      try classified(
        PNGPicture(width: 300, height: 100) { $0.exif = camera },
        "Screenshot from 2024-01-01 12-00-00.png"
      ).subtypes == ["photoScreenshot"])
  }

  @Test func videosAreRecognizedByNameAndRate() throws {
    let fast = QuickTimeMovie(width: 64, height: 64) { $0.framesPerSecond = 240 }
    let found = try classified(fast, "RPReplay_Final1704110400.mov")
    #expect(found.subtypes == ["videoHighFrameRate", "videoScreenRecording"])
    #expect(found.reasons["videoHighFrameRate"] == "240 frames a second")
    let slow = QuickTimeMovie(width: 64, height: 64) { $0.framesPerSecond = 60 }
    try folder.write([], to: "unused.txt")
    #expect(try classified(slow, "A.mov").subtypes.isEmpty)
  }

  @Test func xmpMarksPanoramasAndGainMaps() throws {
    let round = try classified(
      JPEGPicture(width: 40, height: 20) {
        $0.xmp = XMPPacket([("GPano:ProjectionType", "equirectangular")])
      }, "a.jpg")
    #expect(round.subtypes == ["photoPanorama"])
    #expect(round.reasons["photoPanorama"] == "XMP describes a panorama (GPano)")
    let bright = try classified(
      JPEGPicture(width: 40, height: 20) { $0.xmp = XMPPacket([("hdrgm:Version", "1.0")]) },
      "a.jpg")
    #expect(bright.subtypes == ["photoHDR"])
    #expect(bright.reasons["photoHDR"] == "a gain map for displays of a higher range")
  }
}
