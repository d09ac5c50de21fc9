import AssetSupport
import Assets
import Foundation
import PipelineSupport
import Samples
import Testing

/// The texts that the scanner accepts as a record.
///
/// Everything that JSON (RFC 8259) calls an object, and a little more: numbers may have any shape
/// made of digits, signs, points and exponents; a backslash may stand before any byte; and inside
/// objects and lists only texts and the depth of brackets are looked at.
@Suite struct RecordScannerTests {
  private func isAccepted(_ line: [UInt8]) throws -> Bool {
    let assets = try InputAssets(line).all
    return assets.count == 1 && assets[0].failure == nil
  }

  private func isJSONObject(_ line: [UInt8]) -> Bool {
    guard String(validating: line, as: UTF8.self) != nil else { return false }
    return (try? JSONSerialization.jsonObject(with: Data(line))) is [String: Any]
  }

  private func reason(_ line: String) throws -> String? {
    try InputAssets(line).all.first?.failure?.reason
  }

  @Test(
    arguments: [
      (#"{"path":5}"#, "\"path\" is a text, not 5"), (#"{"path":{"a":1}}"#, "\"path\" is a text"),
      (#"{"path":true,"mediaType":"image"}"#, "\"path\" is a text, not true"),
      (#"{"kind":"album","localIdentifier":[]}"#, "\"localIdentifier\" is a text, not []"),
      (#"{"mediaType":1.5}"#, "\"mediaType\" is a text, not 1.5"),
      (#"{"path":"a","pathBytes":1}"#, "\"pathBytes\" is a text, not 1"),
      (#"{"path":null}"#, nil), (#"{"path":""}"#, nil),
      (#"{"path":"\u0061","pixelWidth":"x"}"#, nil),
      // The first of two members counts.
      (#"{"path":"a","path":5}"#, nil),
    ] as [(String, String?)])
  func aNameThatIsNoTextIsRefused(_ line: String, _ problem: String?) throws {
    let reason = try reason(line)
    if let problem {
      #expect(reason?.hasPrefix("is no record: \(problem)") == true, "\(reason ?? "")")
    } else {
      #expect(reason == nil)
    }
  }

  @Test func takesEveryObject() throws {
    var json = RandomJSON(seed: 41)
    for _ in 0..<500 {
      let line = Array(json.record().utf8)
      #expect(isJSONObject(line))
      #expect(try isAccepted(line), "\(String(decoding: line, as: UTF8.self))")
    }
    #expect(try isAccepted(Array("{}".utf8)))
    #expect(try isAccepted(Array("{\"\":0}".utf8)))
  }

  @Test func refusesALineThatWasCutAnywhere() throws {
    let line = Array(
      """
      {"v":1,"kind":"asset","filename":"a \\"b\\" \\u00e9 ü","n":-1.5e3,"t":true,"f":false,\
      "z":null,"o":{"a":[1,{"b":"]}"}]},"l":["x","y"],"mediaType":"image"}
      """.utf8)
    #expect(try isAccepted(line))
    for count in 1..<line.count {
      #expect(try !isAccepted(Array(line[..<count])), "cut after \(count)")
    }
  }

  /// Flat records without numbers and escapes, where the scanner looks at every byte.
  @Test func judgesDamagedFlatRecordsAsFoundationDoes() throws {
    var generator = SeededGenerator(seed: 42)
    let record = Array(
      "{\"ok\":true, \"kind\":\"asset\",\"filename\":\"Grüße 東京 🎉.png\" ,\"isHidden\":false,\"x\":null}"
        .utf8)
    var accepted = 0
    for _ in 0..<6000 {
      var line = record
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<line.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: line.remove(at: place)
        case 1: line.insert(line[Int.random(in: 0..<line.count, using: &generator)], at: place)
        case 2: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        default: line[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      // What ends a line, and what makes the input one of paths.
      if line.contains(0x0A) { continue }
      guard line.first == UInt8(ascii: "{") else { continue }
      let text = String(decoding: line, as: UTF8.self)
      // Foundation on Linux takes a comma behind the last member.
      if text.contains(",}") || text.contains(", }") { continue }
      let expected = isJSONObject(line)
      // A record of another kind is passed over.
      let asset = try InputAssets(line).all.first
      guard expected == (asset?.failure == nil) else {
        Issue.record("Foundation says \(expected) of \(text)")
        return
      }
      accepted += expected ? 1 : 0
    }
    #expect(accepted > 300)
  }

  @Test func damageNeverStopsTheReader() throws {
    var generator = SeededGenerator(seed: 43)
    var json = RandomJSON(seed: 44)
    for _ in 0..<2000 {
      var line = Array(json.record().utf8)
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 1..<line.count, using: &generator)
        line[place] = UInt8.random(in: 0...255, using: &generator)
      }
      let expected = isJSONObject(line) && !line.contains(UInt8(ascii: "\n"))
      for asset in try InputAssets(line).all {
        if expected { #expect(asset.failure == nil) }
        for field in Field.allCases { _ = asset.value(of: field) }
        _ = asset.record
      }
    }
  }

  @Test(arguments: [
    "{\"a\":1-2}", "{\"a\":+}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":\"\\q\"}", "{\"a\":\"\\u12\"}",
    "{\"a\":[1 2,]}", "{\"a\":{b}}", "{\"a\":[}}", "{\"a\":-}", "{\"a\":1e}", "{\"a\":[1,]}",
    "{\"a\":{\"b\" 1}}", "{\"a\":[tru]}", "{\"a\":[\"\\x\"]}", "{\"a\":.5}",
  ])
  func refusesWhatIsNoJSON(_ line: String) throws {
    #expect(try !isAccepted(Array(line.utf8)))
  }

  @Test func refusesNestingWithoutEnd() throws {
    let deep = "{\"a\":" + String(repeating: "[", count: 5000) + "}"
    #expect(try !isAccepted(Array(deep.utf8)))
    let shallow = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(try isAccepted(Array("{\"a\":\(shallow)}".utf8)))
  }

  @Test(arguments: [
    ("{\"a\":tru}", "is no record: has a value that is no JSON, at byte 6"),
    ("{\"a\" 1}", "is no record: a key is followed by :, at byte 6"),
    ("{a:1}", "is no record: a key is a text in double quotes, at byte 2"),
    ("{\"a\":1", "is no record: a record ends with }, at byte 7"),
    ("{\"a\":\"b", "is no record: has a text without an end, at byte 7"),
    ("{\"a\":\"b\tc\"}", "is no record: has a control character in a text, at byte 8"),
    ("{\"a\":", "is no record: ends in the middle, at byte 6"),
    ("{\"a\":[1", "is no record: ends in the middle, at byte 8"),
    ("{} {}", "is no record: goes on after its }, at byte 4"),
  ])
  func saysWhatIsWrongAndWhere(_ line: String, _ expected: String) throws {
    #expect(try reason(line) == expected)
  }

  @Test func saysWhenALineIsNoUTF8() throws {
    let asset = try InputAssets(Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8)).all[0]
    #expect(asset.failure?.reason.contains("is not UTF-8") == true)
  }

  @Test func keysThatDifferFromTheRecordBeforeAreFound() throws {
    let assets = try InputAssets(
      """
      {"mediaType":"image","filename":"a","pixelWidth":1}
      {"mediaType":"image","filename":"b","pixelWidth":2}
      {"mediaType":"image","filenameX":"x","filename":"c","pixelWidth":3}
      {"filename":"d","mediaType":"image"}
      {"filename":"e","mediaType":"image","pixelWidth":5,"pixelHeight":6}
      {"filename":"f","mediaType":"image","pixelWidth":7}
      """
    ).all
    #expect(assets.map { $0.string(of: .filename) } == ["a", "b", "c", "d", "e", "f"])
    #expect(assets.map { $0.integer(.pixelWidth) } == [1, 2, 3, 0, 5, 7])
    #expect(assets.map { $0.integer(.pixelHeight) } == [0, 0, 0, 0, 6, 0])
  }

  @Test func aBlockOfAHundredThousandShapesIsRead() throws {
    // The first line makes the block that holds the others larger than usual.
    let long = "{\"mediaType\":\"\(String(repeating: "x", count: 1_050_000))\"}\n"
    let short = String(repeating: "{}\n{\"\":0}\n", count: 50_000)
    #expect(try InputAssets(long + short).all.count == 100_001)
  }

  @Test func fieldsAreFoundAmongThreeHundredMembers() throws {
    let many = (0..<300).map { "\"x\($0)\":\($0)" }.joined(separator: ",")
    let front = try InputAssets("{\"mediaType\":\"image\",\"filename\":\"a\",\(many)}").all[0]
    #expect(front.string(of: .filename) == "a")
    #expect(try isAccepted(Array("{\(many)}".utf8)))
  }

  @Test func moreMembersThanCanBeCountedAreRefused() throws {
    let many = (0..<70_000).map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(try reason("{\(many)}")?.contains("has too many members") == true)
  }
}
