import AssetSupport
import Assets
import Foundation
import PipelineSupport
import Platform
import Samples
import Testing

@Suite struct RecordWriterTests {
  /// One record, written by `body` and read by Foundation.
  private func read(_ body: (inout RecordWriter) -> Void) throws -> [String: Any] {
    var writer = RecordWriter(capacity: 64)
    writer.begin(kind: "asset")
    body(&writer)
    writer.end()
    let bytes = Array(writer.buffer.bytes)
    #expect(bytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(bytes.last == UInt8(ascii: "\n"))
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    let record = try #require(value as? [String: Any])
    #expect(record["v"] as? Int == 1)
    #expect(record["kind"] as? String == "asset")
    return record
  }

  @Test func everyRecordBeginsAlike() {
    var writer = RecordWriter()
    writer.begin(kind: "album")
    writer.write("count", Int64(3))
    writer.end()
    #expect(
      String(decoding: writer.buffer.bytes, as: UTF8.self)
        == "{\"v\":1,\"kind\":\"album\",\"count\":3}\n")
  }

  @Test func foundationReadsEveryTextBack() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<3000 {
      let text = generator.text(upTo: 40)
      let record = try read { $0.write("filename", text) }
      let back = try #require(record["filename"] as? String)
      #expect(Array(back.unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  @Test func escapesEveryControlCharacterAtEveryPlace() throws {
    for byte in UInt8(0)...0x7F {
      for place in 0..<18 {
        let text =
          String(repeating: "a", count: place) + String(Unicode.Scalar(byte))
          + String(repeating: "b", count: 17 - place)
        let record = try read { $0.write("filename", text) }
        guard record["filename"] as? String == text else {
          Issue.record("byte \(byte) at \(place)")
          return
        }
      }
    }
  }

  @Test func foundationReadsEveryWholeNumberBack() throws {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<2000 {
      let number = generator.wholeNumber()
      let record = try read { $0.write("fileSize", number) }
      #expect((record["fileSize"] as? NSNumber)?.int64Value == number)
    }
  }

  private struct NumberLine: Decodable {
    let duration: Double
  }

  @Test func foundationReadsEveryNumberBack() throws {
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<3000 {
      let number = generator.finiteNumber()
      var writer = RecordWriter()
      writer.begin(kind: "asset")
      writer.write("duration", number)
      writer.end()
      // JSONSerialization rounds some numbers on Linux.
      let line = try JSONDecoder().decode(NumberLine.self, from: Data(writer.buffer.bytes))
      #expect(line.duration == number)
    }
  }

  @Test func leavesOutWhatIsNoNumber() throws {
    for number in [Double.nan, .infinity, -.infinity, .signalingNaN] {
      #expect(try read { $0.write("duration", number) }.count == 2)
    }
  }

  @Test func pathsThatAreNotUTF8AreLossless() throws {
    var generator = SeededGenerator(seed: 24)
    for _ in 0..<2000 {
      let count = Int.random(in: 1...40, using: &generator)
      let bytes = generator.bytes(count: count)
      let asset = ValueAsset(texts: [.path: bytes, .filename: bytes])
      let record = try read { $0.write(.path, asset.value(of: .path)) }
      #expect(record["path"] as? String == String(decoding: bytes, as: UTF8.self))
      if String(validating: bytes, as: UTF8.self) == nil {
        let encoded = try #require(record["pathBytes"] as? String)
        #expect(Data(base64Encoded: encoded).map(Array.init) == bytes)
      } else {
        #expect(record["pathBytes"] == nil)
      }
    }
  }

  @Test func base64IsFoundationsAtEveryLength() throws {
    for count in 0..<70 {
      let bytes = [UInt8](repeating: 0xFB, count: count)
      var writer = RecordWriter()
      bytes.withUnsafeBytes { writer.buffer.append(base64: $0) }
      #expect(
        String(decoding: writer.buffer.bytes, as: UTF8.self)
          == "\"\(Data(bytes).base64EncodedString())\"")
    }
  }

  @Test func absentFieldsAreLeftOut() {
    let asset = ValueAsset([
      .pixelWidth: .integer(4), .mediaSubtypes: .subtypes([.photoLive, .photoHDR]),
      .location: .location(Location(latitude: -1.5, longitude: 2, altitude: nil)),
      .creationDate: .date(Instant(milliseconds: 1)), .isFavorite: .flag(false),
      .labels: .texts(["a\"b", "c"]), .duration: .number(1.25),
      .creationDateOffset: .string("-00:30"),
    ])
    #expect(
      asset.record == """
        {"v":1,"kind":"asset","mediaSubtypes":["photoHDR","photoLive"],\
        "creationDate":"1970-01-01T00:00:00.001Z","creationDateOffset":"-00:30",\
        "pixelWidth":4,"duration":1.25,"isFavorite":false,\
        "location":{"latitude":-1.5,"longitude":2},"labels":["a\\"b","c"],\
        "localDate":"1969-12-31T23:30:00.001-00:30"}\n
        """)
  }

  @Test func foundationDecodesARecordOfEveryField() throws {
    struct Line: Decodable {
      let v: Int
      let kind: String
      let localIdentifier: String
      let creationDate: String
      let pixelWidth: Int64
      let duration: Double
      let isHidden: Bool
      let mediaSubtypes: [String]
    }
    var generator = SeededGenerator(seed: 25)
    for _ in 0..<500 {
      let name = generator.text()
      let date = Instant(milliseconds: .random(in: 0..<4_000_000_000_000, using: &generator))
      let width = generator.wholeNumber()
      let duration = generator.finiteNumber()
      let asset = ValueAsset([
        .localIdentifier: .string(name), .creationDate: .date(date),
        .pixelWidth: .integer(width), .duration: .number(duration), .isHidden: .flag(true),
        .mediaSubtypes: .subtypes([.videoCinematic]),
      ])
      let line = try JSONDecoder().decode(Line.self, from: Data(asset.record.utf8))
      #expect(line.v == 1 && line.kind == "asset" && line.isHidden)
      #expect(line.localIdentifier == name)
      #expect(line.creationDate == date.description)
      #expect(line.pixelWidth == width)
      #expect(line.duration == duration)
      #expect(line.mediaSubtypes == ["videoCinematic"])
    }
  }
}
