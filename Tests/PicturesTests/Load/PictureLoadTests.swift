import AssetSupport
import Foundation
import Media
import Pictures
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct PictureLoadTests {
  private let world: PictureWorld

  init() throws {
    world = try PictureWorld()
  }

  @Test func aPictureHasTheSizeThatWasAsked() throws {
    try world.write("IMG_1.jpg")
    let outcome = try world.scenario(["size": [150, 100]]).run()
    let image = try #require(try world.images(outcome).first)
    let path = world.out.path("IMG_1-150x100.jpg")
    #expect(image["path"] as? String == path)
    #expect(image["pixelWidth"] as? Int == 150)
    #expect(image["pixelHeight"] as? Int == 100)
    #expect(image["uniformTypeIdentifier"] as? String == "public.jpeg")
    #expect(image["byteCount"] as? Int == (try world.out.contents(of: "IMG_1-150x100.jpg").count))
    #expect(image["origin"] as? String == "decoded")
    #expect(image["isDegraded"] == nil)
    let header = try PictureWorld.header(path)
    #expect((header.pixelWidth, header.pixelHeight) == (150, 100))
    #expect(try world.written == ["IMG_1-150x100.jpg"])
  }

  @Test(
    arguments: [
      ("jpeg", "jpg", "public.jpeg"), ("png", "png", "public.png"),
      ("webp", "webp", "org.webmproject.webp"),
    ])
  func theFormatIsTheOneThatWasAsked(_ format: String, _ suffix: String, _ type: String) throws {
    try world.write("a.b.jpg")
    let sized = try world.scenario(["size": [20, 20], "format": .text(format)]).run()
    let whole = try world.scenario(["format": .text(format)]).run()
    for outcome in [sized, whole] {
      #expect(try world.images(outcome)[0]["uniformTypeIdentifier"] as? String == type)
    }
    #expect(try world.written == ["a.b-20x20.\(suffix)", "a.b.\(suffix)"])
    #expect(
      try PictureWorld.header(world.out.path("a.b.\(suffix)")).format.uniformTypeIdentifier == type)
  }

  @Test func whatMayBeTransparentBecomesPNG() throws {
    let opaque = PNGPicture(width: 8, height: 8).encoded()
    var alpha = opaque
    // The colour type of the header; its checksum is not looked at.
    alpha[25] = 6
    try world.library.write(opaque, to: "opaque.png")
    try world.library.write(alpha, to: "alpha.png")
    try world.library.write(GIFPicture(width: 8, height: 8), to: "cut.gif")
    try world.library.write(WebPPicture(width: 8, height: 8), to: "web.webp")
    try world.write("photo.jpg")
    _ = try world.scenario(["size": [20, 20]]).run()
    #expect(
      try world.written == [
        "alpha-20x20.png", "cut-20x20.png", "opaque-20x20.jpg", "photo-20x20.jpg", "web-20x20.jpg",
      ])
  }

  /// Only the decoder sees that these are transparent.
  @Test func whatTheDecoderFindsTransparentBecomesPNG() throws {
    try world.write("a.jpg", "transparent")
    for (load, name, type): (ArgumentValue, String, String) in [
      (["size": [20, 20]], "a-20x20.png", "public.png"),
      (["size": [20, 20], "format": "jpeg"], "a-20x20.jpg", "public.jpeg"),
    ] {
      for _ in 1...2 {
        let image = try #require(try world.images(world.scenario(load).run()).first)
        #expect(image["path"] as? String == world.out.path(name))
        #expect(image["uniformTypeIdentifier"] as? String == type)
        #expect(
          try PictureWorld.header(world.out.path(name)).format.uniformTypeIdentifier == type)
      }
    }
    #expect(try world.written == ["a-20x20.jpg", "a-20x20.png"])
  }

  @Test func aFormatWithoutALoaderIsReported() throws {
    try world.library.write(PlainPicture(.ico, width: 20, height: 20), to: "a.ico")
    let outcome = try world.scenario(["size": [20, 20]]).run()
    #expect(
      outcome.report.failures.map(\.reason)
        == ["no picture can be made of a Windows icon (ICO)"])
    #expect(world.requests.isEmpty)
  }

  @Test(arguments: [1, 3])
  func theSameRunTwiceGivesTheSameNames(_ limit: Int) throws {
    let world = try PictureWorld(limit: limit)
    // The first and the third are alike, as the fake makes them; the second is not.
    for name in ["x/IMG.jpg", "y/IMG.jpg", "z/other.jpg"] {
      try world.library.write(
        JPEGPicture(width: 64, height: 48) { $0.comment = Array(name.utf8) }, to: name)
    }
    try world.library.write(PNGPicture(width: 9, height: 9), to: "y/IMG.png")
    let first = try world.scenario(["size": [20, 20], "format": "png"]).run()
    let names = try world.written
    #expect(names == ["IMG-20x20.png", "other-20x20.png"])
    let second = try world.scenario(["size": [20, 20], "format": "png"]).run()
    #expect(first.bytes == second.bytes)
    #expect(try world.written == names)
  }

  @Test func picturesOfOneNameGetNumbersInSourceOrder() throws {
    let previews = [(40, 30), (60, 45), (80, 60)].map { PictureWorld.thumbnail($0, $1) }
    for (folder, preview) in zip(["a", "b", "c"], previews) {
      try world.library.write(
        JPEGPicture(width: 640, height: 480) {
          $0.exif = EXIFBlock { $0.thumbnail = preview }
        }, to: "\(folder)/IMG.jpg")
    }
    // Only the first two have previews of the size, and those look different.
    let load: ArgumentValue = ["size": [60, 60], "deliveryMode": "fastFormat"]
    for _ in 1...2 {
      let outcome = try world.scenario(load).run()
      let paths = try world.images(outcome).map { $0["path"] as? String }
      #expect(
        paths
          == ["IMG-60x60.jpg", "IMG-60x60 2.jpg", "IMG-60x60 2.jpg"].map { world.out.path($0) })
    }
    #expect(try world.written == ["IMG-60x60 2.jpg", "IMG-60x60.jpg"])
  }

  @Test func aStrangersFileStays() throws {
    try world.write("a.jpg")
    try world.out.write("mine", to: "a-20x20.jpg")
    for _ in 1...2 {
      let outcome = try world.scenario(["size": [20, 20]]).run()
      #expect(try world.images(outcome)[0]["path"] as? String == world.out.path("a-20x20 2.jpg"))
    }
    #expect(try world.out.text(of: "a-20x20.jpg") == "mine")
    #expect(try world.written == ["a-20x20 2.jpg", "a-20x20.jpg"])
  }

  @Test func onePictureThatFailsIsOneFailure() throws {
    for number in 1...9 { try world.write("\(number).jpg", number % 3 == 0 ? "fail" : "") }
    try world.write("lies.jpg", "lie")
    try world.library.write("no picture", to: "note.jpg")
    let outcome = try world.scenario(["size": [20, 20]]).run()
    #expect(try outcome.names == [1, 2, 4, 5, 7, 8].map { "\($0).jpg" })
    #expect(
      outcome.reasons == [
        "the picture is damaged", "the picture is damaged", "the picture is damaged",
        "the decoder wrote no picture of the size that it said",
        "the content is no known picture or movie format",
      ])
    #expect(outcome.report.failures.allSatisfy { $0.stage == "load" })
    // Nothing of the failed ones is left behind.
    #expect(try world.written == [1, 2, 4, 5, 7, 8].map { "\($0)-20x20.jpg" })
  }

  @Test func aDryRunMakesNothing() throws {
    try world.write("a.jpg")
    var scenario = world.scenario(["size": [20, 20], "metadata": true])
    scenario.isDryRun = true
    let outcome = try scenario.run()
    #expect(try outcome.names == ["a.jpg"])
    #expect(try world.images(outcome)[0].isEmpty)
    #expect(world.requests.isEmpty)
    #expect(try world.written.isEmpty)
  }

  @Test func anAnimationKeepsItsFramesAsData() throws {
    try world.library.write(GIFPicture(width: 8, height: 8) { $0.frameCount = 3 }, to: "a.gif")
    try world.library.write(GIFPicture(width: 8, height: 8), to: "b.gif")
    let outcome = try world.scenario(["size": [20, 20]]).run()
    let data = try outcome.records.map { $0["data"] as? [String: Any] }
    #expect(data[0]?["byteCount"] as? Int == (try world.library.contents(of: "a.gif").count))
    #expect(data[1] == nil)
    #expect(try world.images(outcome).allSatisfy { $0["path"] != nil })
    let whole = try world.scenario(["size": [20, 20], "data": "base64"]).run()
    let record = try #require(whole.lines.first)
    #expect(record.components(separatedBy: "\"data\":").count == 2)
    #expect(record.contains("\"base64\":"))
  }

  @Test func picturesGoBackToBackToADescriptor() throws {
    for number in 1...5 { try world.write("\(number).jpg", number == 2 ? "fail" : "") }
    let pictures = try ScratchFile()
    var scenario = world.scenario(["size": [20, 10], "format": "png"])
    scenario.pictureDescriptor = pictures.descriptor
    let outcome = try scenario.run()
    let bytes = try pictures.bytes
    var end = 0
    let images = try world.images(outcome)
    #expect(images.count == 4)
    for image in images {
      #expect(image["descriptor"] as? Int == Int(pictures.descriptor))
      #expect(image["path"] == nil)
      let offset = try #require(image["offset"] as? Int)
      let count = try #require(image["byteCount"] as? Int)
      #expect(offset == end)
      end = offset + count
      #expect(Array(bytes[offset..<end].prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
      #expect(Array(bytes[offset..<end].suffix(8).prefix(4)) == Array("IEND".utf8))
    }
    #expect(end == bytes.count)
    #expect(try world.written.isEmpty)
  }

  @Test func aReaderOfPicturesThatGoesAwayEndsTheRunQuietly() throws {
    signal(SIGPIPE, SIG_IGN)
    for number in 1...20 { try world.write("\(number).jpg") }
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    var scenario = world.scenario(["size": [20, 10]])
    scenario.pictureDescriptor = pipe.fileHandleForWriting.fileDescriptor
    let outcome = try scenario.run()
    #expect(outcome.report.emitted == 0)
    #expect(outcome.report.failureCount == 0)
    #expect(world.requests.count < 20)
  }

  @Test func withoutAFolderPicturesGoToTheCache() throws {
    try world.write("a.jpg")
    try world.write("b.jpg", "fail")
    for name in ["a.jpg", "b.jpg"] {
      try world.library.setModified(Date(timeIntervalSince1970: 1_400_000_000), of: name)
    }
    // What was written within the last steps of the file system's clock is not trusted.
    usleep(50_000)
    let thumbnails = try ThumbnailWorld()
    func run() throws -> Scenario.Outcome {
      var scenario = world.scenario(["size": [150, 150]])
      scenario.outputFolder = nil
      scenario.thumbnails = thumbnails.cache
      return try scenario.run()
    }
    let first = try world.images(try run())[0]
    #expect(first["origin"] as? String == "decoded")
    let second = try run()
    let found = try world.images(second)[0]
    #expect(found["origin"] as? String == "cache")
    #expect(found["path"] as? String == first["path"] as? String)
    #expect(found["byteCount"] as? Int == first["byteCount"] as? Int)
    #expect(second.reasons == ["the picture is damaged"])
    // Neither is tried again.
    #expect(world.requests == ["picture jpeg a", "picture jpeg b"])
  }

  @Test func withoutAnyPlaceTheRunSaysSo() throws {
    try world.write("a.jpg")
    var scenario = world.scenario(["size": [150, 150]])
    scenario.outputFolder = nil
    let problem = #expect(throws: OutputProblem.self) { try scenario.run() }
    #expect(problem?.description == "there is no place for pictures; name a folder: --out FOLDER")
  }

  @Test func progressEndsWithAllThatWasLoaded() throws {
    for number in 1...20 { try world.write("\(number).jpg", number == 7 ? "fail" : "") }
    let size = try world.library.contents(of: "1.jpg").count
    let scenario = world.scenario(["size": [20, 20], "file": "copy", "data": "size"])
    let outcome = try scenario.run()
    #expect(outcome.report.emitted == 19)
    let snapshot = scenario.progress.snapshot
    #expect(snapshot.doneItems == 20)
    #expect(snapshot.begunItems == 0)
    #expect(snapshot.failures == 1)
    // Each original as a file and as data; the one that failed gave no picture.
    #expect(snapshot.doneBytes > 57 * (size - 4))
  }
}
