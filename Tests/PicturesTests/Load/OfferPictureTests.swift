import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The small pictures of offers, made by the real decoder.
@Suite struct OfferPictureTests {
  private let library: TemporaryDirectory
  private let out: TemporaryDirectory

  init() throws {
    library = try TemporaryDirectory()
    out = try TemporaryDirectory()
  }

  private func offers(
    _ load: StageCall..., side: Int? = 64
  ) throws -> (offers: [Offer], outcome: Scenario.Outcome) {
    let notifier = ChoosingNotifier([nil, nil, nil, nil], pictureSide: side)
    var scenario = Scenario(
      [StageCall("source", ["everything": true])] + load + [StageCall("notify")],
      library: library.path)
    scenario.notifier = notifier
    scenario.outputFolder = out.path
    scenario.decoders = DecoderPool(limit: 1, executable: Products.decoder)
    let outcome = try scenario.run()
    return (notifier.offers, outcome)
  }

  private func writePicture(_ name: String, width: Int = 320, height: Int = 160) throws {
    var picture = PNGPicture(width: width, height: height)
    picture.mosaic = Mosaic(solid: RGB(200, 100, 50))
    try library.write(picture, to: name)
  }

  @Test func anAssetIsShownSmallInItsShape() throws {
    try writePicture("a.png")
    let picture = try #require(try offers().offers.first?.picture)
    #expect(picture.width == 64 && picture.height == 32)
    #expect(!picture.hasAlpha && picture.address == nil)
    #expect(Array(picture.pixels.prefix(3)) == [200, 100, 50])
    #expect(picture.pixels.count == 64 * 32 * 3)
  }

  @Test func aSmallPictureIsShownAsItIs() throws {
    try writePicture("a.png", width: 5, height: 3)
    let picture = try #require(try offers().offers.first?.picture)
    #expect(picture.width == 5 && picture.height == 3)
  }

  @Test func aTransparentPictureKeepsItsCoverage() throws {
    var keyed = PNGPicture(width: 32, height: 32)
    keyed.mosaic = Mosaic(solid: RGB(9, 8, 7))
    keyed.transparentColor = RGB(9, 8, 7)
    try library.write(keyed, to: "a.png")
    let picture = try #require(try offers().offers.first?.picture)
    #expect(picture.hasAlpha && picture.pixels[3] == 0)
  }

  @Test func aLoadedPictureIsTakenAndNamed() throws {
    try writePicture("a b.png")
    let (offers, _) = try offers(StageCall("load", ["size": [100, 100], "format": "png"]))
    let picture = try #require(offers.first?.picture)
    #expect(picture.width == 64 && picture.height == 32)
    #expect(picture.address == "file://\(out.path)/a%20b-100x100.png")
  }

  @Test func aPictureThatCanNotBeMadeIsNoFailure() throws {
    try library.write("no picture", to: "a.txt")
    try library.write(PNGPicture(width: 64, height: 64).encoded().prefix(60), to: "b.png")
    try library.setModified(Date(timeIntervalSinceNow: -60), of: "b.png")
    try writePicture("c.png")
    let (offers, outcome) = try offers()
    #expect(offers.map { $0.picture != nil } == [false, false, true])
    #expect(outcome.reasons.isEmpty)
    #expect(try outcome.names == ["a.txt", "b.png", "c.png"])
    #expect(try outcome.records.allSatisfy { $0["image"] == nil && $0["error"] == nil })
  }

  @Test func oneQuestionAboutSeveralShowsTheFirst() throws {
    for name in ["a.png", "b.png"] { try writePicture(name) }
    let notifier = JointNotifier(pictureSide: 64) { group in
      group.offers.map { _ in OfferAnswer(.accepted) }
    }
    var scenario = Scenario(
      [StageCall("source", ["everything": true]), StageCall("notify", ["together": true])],
      library: library.path)
    scenario.notifier = notifier
    scenario.decoders = DecoderPool(limit: 1, executable: Products.decoder)
    _ = try scenario.run()
    #expect(notifier.groups.first?.offers.map { $0.picture != nil } == [true, false])
  }
}
