import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Files

@Suite struct MetadataRecordTests {
  private func json(_ value: FieldValue) -> String? {
    if case .object(let json) = value { json.string } else { nil }
  }

  @Test func aRecordThatCameWithMetadataIsNotReadAgain() throws {
    let line = """
      {"v":1,"kind":"asset","path":"/nonexistent.jpg","mediaType":"image","exif":{"a":[1, {}]}}
      """
    let asset = try #require(try InputAssets(line).all.first)
    #expect(json(asset.value(of: .exif)) == "{\"a\":[1, {}]}")
    #expect(json(asset.value(of: .xmp)) == nil)
    try asset.loadMetadata()
    #expect(asset.failure == nil)
    #expect(asset.record == line + "\n")
  }

  @Test func aRecordWithoutAFileFailsWhenItsMetadataAreAskedFor() throws {
    let asset = try #require(try InputAssets("{\"mediaType\":\"image\"}").all.first)
    #expect(!asset.value(of: .exif).isPresent)
    #expect(asset.failure?.reason == "the record has no path")
  }

  @Test func whatIsNoPictureHasNoMetadata() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("a text", to: "a.jpg")
    let asset = FileAsset(path: Array(path.utf8), headers: HeaderReaderPool())
    #expect(!asset.value(of: .exif).isPresent)
    #expect(asset.failure == nil)
  }

  @Test(
    arguments: [
      "", "{", "{\"exif\":{}", "{\"exif\":{}}x", "{\"exif\":{a}}", "{\n}", "[]",
      "{\"exif\":{\"a\":\"\u{1}\"}}",
    ])
  func anAnswerThatIsNoJSONIsRefused(_ answer: String) {
    #expect(throws: RecordProblem.self) {
      try DecodedMetadata(Array(answer.utf8))
    }
  }

  @Test func anAnswerThatIsNoUTF8IsRefused() {
    #expect(throws: RecordProblem.self) {
      try DecodedMetadata(Array("{\"exif\":{\"a\":\"".utf8) + [0xFF] + Array("\"}}".utf8))
    }
  }

  @Test func metadataAreAskedForOnceAndWrittenOnlyWhenLoaded() throws {
    let folder = try TemporaryDirectory()
    let picture = JPEGPicture(width: 16, height: 16) { $0.exif = EXIFBlock { $0.model = "X" } }
    let path = try folder.write(picture, to: "a.jpg")
    let decoders = DecoderPool(
      limit: 1, executable: Products.decoder, deadline: .seconds(60))
    let asset = FileAsset(path: Array(path.utf8), headers: HeaderReaderPool(decoders: decoders))
    #expect(json(asset.value(of: .exif)) == "{\"Model\":\"X\"}")
    #expect(!asset.record.contains("\"exif\""))
    #expect(try asset.metadata() === asset.metadata())
    try asset.loadMetadata()
    #expect(asset.record.contains("\"exif\":{\"Model\":\"X\"}"))
    #expect(!asset.record.contains("\"xmp\""))
  }
}
