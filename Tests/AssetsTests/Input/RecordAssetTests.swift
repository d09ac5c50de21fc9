import AssetSupport
import Assets
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct RecordAssetTests {
  private func onlyAsset(_ line: String) throws -> Asset {
    let assets = try InputAssets(line).all
    try #require(assets.count == 1)
    return assets[0]
  }

  private func members(_ asset: Asset) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(asset.record.utf8))
    return try #require(value as? [String: Any])
  }

  @Test func aRecordThatNothingChangedIsPassedOnByteForByte() throws {
    var json = RandomJSON(seed: 51)
    for _ in 0..<300 {
      let body = json.record().dropFirst().trimmingCharacters(in: .whitespacesAndNewlines)
      let line = "{\"v\":1,\"kind\":\"asset\",\(body)"
      let asset = try onlyAsset(line)
      _ = asset.value(of: .filename)
      #expect(asset.record == line + "\n")
    }
  }

  @Test func aHandWrittenLineGetsWhatEveryRecordBeginsWith() throws {
    let line = "{\"path\":\"/p/a.png\", \"mediaType\":\"image\",\"mine\":[1, 2]}"
    #expect(
      try onlyAsset(line).record
        == "{\"v\":1,\"kind\":\"asset\",\"path\":\"/p/a.png\", \"mediaType\":\"image\",\"mine\":[1, 2]}\n"
    )
  }

  @Test(arguments: [
    "{}", "{\"kind\":\"asset\"}", "{\"v\":1}", "{\"mediaType\":\"image\",\"v\":1}",
    "{ \"kind\" : \"asset\" , \"mediaType\" : \"image\" }",
    "{\"kind\":\"asset\",\"v\":1,\"x\":null}",
  ])
  func whateverIsWrittenBeginsAlikeAndOnce(_ line: String) throws {
    let record = try onlyAsset(line).record
    #expect(record.hasPrefix("{\"v\":1,\"kind\":\"asset\""))
    #expect(record.components(separatedBy: "\"v\":").count == 2)
    #expect(record.components(separatedBy: "\"kind\":").count == 2)
    #expect((try? JSONSerialization.jsonObject(with: Data(record.utf8))) != nil)
  }

  @Test func recordsOfOtherKindsArePassedOver() throws {
    let assets = try InputAssets(
      """
      {"v":1,"kind":"offer","title":"a"}
      {"v":1,"kind":"asset","mediaType":"image"}
      {"v":1,"kind":"token","token":"t"}
      {"v":1,"kind":3,"mediaType":"image"}
      {"mediaType":"image"}
      """
    ).all
    #expect(assets.count == 2)
    #expect(assets.allSatisfy { $0.failure == nil })
  }

  @Test func aRecordOfAnotherVersionIsOneFailure() throws {
    let assets = try InputAssets(
      """
      {"v":1,"kind":"asset","mediaType":"image"}
      {"v":2,"kind":"asset","mediaType":"image"}
      {"v":"1","kind":"album","title":"Trip"}
      {"v":2,"kind":"offer","title":"a"}
      {"mediaType":"image"}
      """
    ).all
    #expect(
      assets.map { asset in asset.failure.map { "\($0.asset): \($0.reason)" } } == [
        nil,
        "line 2: is a record of version \"2\", which needs a later shotflow",
        "line 3: is a record of version \"1\", which needs a later shotflow",
        nil,
      ])
  }

  @Test func aChangeGivesWhatChanged() throws {
    let assets = try InputAssets(
      """
      {"v":1,"kind":"change","type":"inserted","index":0,"asset":{"v":1,"kind":"asset","filename":"a.png","mediaType":"image","mine":{"x":[1]}}}
      {"v":1,"kind":"asset","mediaType":"image","filename":"b.png"}
      { "kind" : "change", "asset" : { "localIdentifier" : "c" } , "type" : "removed" }
      {"v":1,"kind":"change","type":"changed","index":1,"album":{"v":1,"kind":"album","title":"Trip","count":3}}
      {"v":1,"kind":"token","token":"t"}
      """
    ).all
    #expect(
      assets.map(\.record) == [
        "{\"v\":1,\"kind\":\"asset\",\"filename\":\"a.png\",\"mediaType\":\"image\","
          + "\"mine\":{\"x\":[1]},\"change\":\"inserted\"}\n",
        "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"image\",\"filename\":\"b.png\"}\n",
        "{\"v\":1,\"kind\":\"asset\",\"localIdentifier\":\"c\",\"change\":\"removed\"}\n",
        "{\"v\":1,\"kind\":\"album\",\"title\":\"Trip\",\"count\":3,\"change\":\"changed\"}\n",
      ])
    #expect(assets.map { $0.string(of: .filename) } == ["a.png", "b.png", "", ""])
    #expect(assets.map(\.isAlbumRecord) == [false, false, false, true])
  }

  @Test(arguments: [
    ("{\"kind\":\"change\",\"asset\":{}}", "has a type"),
    ("{\"kind\":\"change\",\"type\":3,\"asset\":{}}", "has a type"),
    ("{\"kind\":\"change\",\"type\":\"inserted\"}", "an asset or an album"),
    ("{\"kind\":\"change\",\"type\":\"inserted\",\"asset\":[]}", "an asset or an album"),
    ("{\"kind\":\"change\",\"type\":\"inserted\",\"asset\":{\"v\":2}}", "version \"2\""),
    ("{\"v\":3,\"kind\":\"change\",\"type\":\"inserted\",\"asset\":{}}", "version \"3\""),
  ])
  func aChangeThatNamesNothingIsOneFailure(_ line: String, _ words: String) throws {
    let assets = try InputAssets(line + "\n{\"mediaType\":\"image\"}\n").all
    #expect(assets.count == 2)
    #expect(assets[0].failure?.asset == "line 1")
    #expect(assets[0].failure?.reason.contains(words) == true)
    #expect(assets[1].failure == nil)
  }

  @Test func albumsStayAlbums() throws {
    let lines = [
      "{\"v\":1,\"kind\":\"album\",\"localIdentifier\":\"B1/L0/040\",\"title\":\"Trip\",\"count\":3}",
      "{\"kind\":\"album\",\"title\":\"Trip\",\"path\":\"/etc/passwd\"}",
    ]
    let first = try onlyAsset(lines[0])
    #expect(first.record == lines[0] + "\n")
    #expect(first.string(of: .title) == "Trip")
    let second = try onlyAsset(lines[1])
    #expect(second.record.hasPrefix("{\"v\":1,\"kind\":\"album\",\"title\":\"Trip\""))
    #expect(throws: AssetFailure.self) { try second.openOriginal() }
    let labelled = try onlyAsset(lines[0])
    labelled.addLabel("kept")
    #expect(labelled.record == lines[0].dropLast() + ",\"labels\":[\"kept\"]}\n")
  }

  @Test func membersThatNobodyKnowsOutliveAChange() throws {
    let asset = try onlyAsset(
      "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"image\",\"fl\\u0061g\":{\"a\":[1,\"}\"]},\"n\":1.50,"
        + "\"filename\":\"\\u0061\\n\"}")
    asset.addLabel("receipt")
    #expect(
      asset.record
        == "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"image\",\"fl\\u0061g\":{\"a\":[1,\"}\"]},\"n\":1.50,"
        + "\"filename\":\"\\u0061\\n\",\"labels\":[\"receipt\"]}\n")
  }

  @Test func labelsAreAddedToThoseThatCameWithTheRecord() throws {
    let asset = try onlyAsset("{\"labels\":[\"a\",\"b\"],\"mediaType\":\"image\"}")
    asset.addLabel("c")
    asset.addLabel("a")
    #expect(try members(asset)["labels"] as? [String] == ["a", "b", "c"])
    #expect(asset.record.components(separatedBy: "\"labels\"").count == 2)
    guard case .texts(let labels) = asset.value(of: .labels) else {
      Issue.record("no labels")
      return
    }
    #expect(labels == ["a", "b", "c"])
  }

  @Test func aCompleteRecordLeavesTheFileAlone() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(PNGPicture(width: 30, height: 20), to: "a.png")
    let asset = try onlyAsset("{\"path\":\"\(path)\",\"mediaType\":\"video\"}")
    #expect(!asset.value(of: .pixelWidth).isPresent)
    #expect(!asset.value(of: .fileSize).isPresent)
    #expect(try members(asset).count == 4)
  }

  @Test func aRecordWithoutAMediaTypeIsCompletedFromItsFile() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(PNGPicture(width: 30, height: 20), to: "a.png")
    let asset = try onlyAsset("{\"path\":\"\(path)\",\"pixelWidth\":5,\"mine\":true}")
    #expect(asset.string(of: .mediaType) == "image")
    #expect(asset.integer(.pixelHeight) == 20)
    // What the record says wins over the file.
    #expect(asset.integer(.pixelWidth) == 5)
    let record = try members(asset)
    #expect(record["pixelWidth"] as? Int == 5)
    #expect(record["pixelHeight"] as? Int == 20)
    #expect(record["uniformTypeIdentifier"] as? String == "public.png")
    #expect(record["mine"] as? Bool == true)
  }

  @Test func aFileThatIsMissingFailsTheAsset() throws {
    let asset = try onlyAsset("{\"path\":\"/nonexistent/a.png\"}")
    #expect(!asset.value(of: .pixelWidth).isPresent)
    #expect(asset.failure?.asset == "/nonexistent/a.png")
    #expect(asset.failure?.reason == "no such file or folder")
  }

  @Test func aRecordWithoutAPathIsNotComplete() throws {
    let asset = try onlyAsset("{\"filename\":\"a.png\"}")
    #expect(!asset.value(of: .pixelWidth).isPresent)
    #expect(asset.failure == nil)
    #expect(throws: AssetFailure.self) { try asset.openOriginal() }
  }

  @Test func aHashThatTheRecordSaysIsBelieved() throws {
    let asset = try onlyAsset("{\"mediaType\":\"image\",\"sha1\":\"abc\"}")
    #expect(asset.string(of: .sha1) == "abc")
    #expect(asset.failure == nil)
  }

  @Test func aHashThatWasMadeReplacesTheOneInTheRecord() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("abc", to: "a.txt")
    let asset = try onlyAsset(
      "{\"path\":\"\(path)\",\"mediaType\":\"unknown\",\"sha1\":\"old\",\"x\":1}")
    _ = try asset.digest(.sha1)
    #expect(
      asset.record
        == "{\"v\":1,\"kind\":\"asset\",\"path\":\"\(path)\",\"mediaType\":\"unknown\",\"x\":1,"
        + "\"sha1\":\"a9993e364706816aba3e25717850c26c9cd0d89d\"}\n")
  }

  @Test func aPathThatIsNotUTF8IsTakenFromItsBytes() throws {
    let folder = try TemporaryDirectory()
    let path = Array(folder.path("a").utf8) + [0xFF, 0xFE] + Array(".png".utf8)
    let name = Array("a".utf8) + [0xFF, 0xFE] + Array(".png".utf8)
    let descriptor = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
      open(Array($0) + [0], O_WRONLY | O_CREAT, 0o600)
    }
    try #require(descriptor >= 0)
    _ = write(descriptor, "abc", 3)
    close(descriptor)

    let first = ValueAsset(
      [.mediaType: .string("image")], texts: [.path: path, .filename: name])
    // One run prints, the next one reads.
    let second = try onlyAsset(first.record)
    #expect(second.pathBytes == path)
    #expect(second.filenameBytes == name)
    #expect(try second.openOriginal().status.size == 3)
    #expect(second.string(of: .path) == String(decoding: path, as: UTF8.self))
    second.addLabel("x")
    let third = try onlyAsset(second.record)
    #expect(third.pathBytes == path)
  }

  @Test func bytesThatAreNoBase64AreNotUsed() throws {
    let asset = try onlyAsset(
      "{\"mediaType\":\"image\",\"path\":\"/a\",\"pathBytes\":\"not base64!\"}")
    #expect(asset.pathBytes == Array("/a".utf8))
  }
}
