import AssetSupport
import Assets
import PipelineSupport
import Samples
import Testing

/// A record is the same whatever stands before it, although it is read by comparing it with that.
@Suite struct RecordsAlikeTests {
  private static let record = """
    {"v":1,"kind":"asset","localIdentifier":"IMG_1.PNG","filename":"Grüße 東京.PNG", "path":"/p/a\\nb.png",\
    "mediaType":"image","mediaSubtypes":["photoScreenshot","x"],"keywords":[],"isFavorite":false,\
    "isHidden":true,"location":{"latitude":54.2,"longitude":-7.9e0,"altitude":null},\
    "creationDate":"2017-09-03T02:20:39.845Z","pixelWidth":2532,"pixelHeight":0,"duration":1.5,\
    "exif":{"a":{"b":[1]},"c":"x"},"notes":null}
    """

  /// Returns the known values of each asset, or the reason of its failure.
  private func outcomes(_ lines: [[UInt8]], isNullSeparated: Bool = false) throws -> [String] {
    let end: UInt8 = isNullSeparated ? 0 : 10
    let input = Array(lines.joined(separator: [end]))
    return try InputAssets(input, isNullSeparated: isNullSeparated).all.map { asset in
      if let failure = asset.failure { return failure.reason }
      let name = asset.string(of: .filename)
      return "\(asset.record) \(name) \(asset.integer(.pixelWidth)) \(asset.integer(.pixelHeight))"
    }
  }

  /// Compares what is made of a line behind others with what is made of it alone.
  private func expectSame(_ line: [UInt8], behind record: [UInt8]) throws {
    let stream = try outcomes([record, record, line, record, line, line, record])
    let (known, alone) = (try outcomes([record]), try outcomes([line]))
    #expect(
      stream == known + known + alone + known + alone + alone + known,
      "\(String(decoding: line, as: UTF8.self))")
  }

  @Test func oneThatWasDamaged() throws {
    var generator = SeededGenerator(seed: 45)
    let record = Array(Self.record.utf8)
    for _ in 0..<3000 {
      var line = record
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let place = Int.random(in: 1..<line.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: line.remove(at: place)
        case 1: line.insert(line[Int.random(in: 0..<line.count, using: &generator)], at: place)
        case 2: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 3: line[place] = UInt8.random(in: 0...255, using: &generator)
        default: line[place] = Array("{}[]:,\"\\0-.e \r".utf8).randomElement(using: &generator) ?? 0
        }
      }
      if line.contains(10) { continue }
      try expectSame(line, behind: record)
    }
  }

  @Test func oneWithOtherValues() throws {
    let record = Array("{\"filename\":\"a\",\"pixelWidth\":1,\"x\":[\"y\"],\"z\":{\"q\":1}}".utf8)
    let values = [
      "\"\"", "\"ab\"", "\"a\\\"b\"", "\"ü\"", "\"a\tb\"", "\"\\q\"", "0", "-0", "00", "01", "-",
      "+1",
      "1.", "1.5", ".5", "1e5", "1e", "1E+5", "1-2", "true", "tru", "trueish", "false", "null",
      "nul",
      "[]", "[ ]", "[1,]", "[,1]", "[\"a\",\"b\"]", "[\"a\" ,\"b\"]", "[[1]]", "[1 2]", "[}", "{}",
      "{ }", "{\"a\":1}", "{\"a\":1,}", "{\"a\" :1}", "{a:1}", "{1:1}", "{\"a\":[]}", "{\"a\":",
      "{\"a\"",
      "", "\"", "[", "{",
    ]
    for name in ["filename", "pixelWidth", "x", "z"] {
      for value in values {
        let members = ["filename": "\"b\"", "pixelWidth": "2", "x": "[]", "z": "{}"]
          .merging([name: value]) { $1 }
        let text = ["filename", "pixelWidth", "x", "z"].map { "\"\($0)\":\(members[$0] ?? "")" }
        // Behind the last value nothing, or enough that it isn't the end of the input.
        for end in ["}", "} ", "}\r", " }", "} x", "", String(repeating: " ", count: 40) + "}"] {
          let line = "{\(text.joined(separator: ","))\(end)"
          try expectSame(Array(line.utf8), behind: record)
        }
      }
    }
  }

  @Test func bytesThatAreNoUTF8AreFoundInEachValue() throws {
    let record = Array(Self.record.utf8)
    for place in record.indices.dropFirst() {
      var line = record
      line[place] = 0xFF
      try expectSame(line, behind: record)
    }
  }

  @Test func aRecordOfAnotherVersionOrKindIsNotTakenForTheOneBefore() throws {
    let record = "{\"v\":1,\"kind\":\"asset\",\"filename\":\"a\"}"
    let others = ["1", "2", "11", "\"1\"", "null", "1.0"].flatMap { version in
      ["asset", "album", "token", "asse", "assets"].map {
        "{\"v\":\(version),\"kind\":\"\($0)\",\"filename\":\"b\"}"
      }
    }
    for other in others { try expectSame(Array(other.utf8), behind: Array(record.utf8)) }
  }

  @Test func changesHoldRecordsThatMayBeAlike() throws {
    let change = "{\"v\":1,\"kind\":\"change\",\"type\":\"inserted\",\"asset\":\(Self.record)}"
    for line in [change, Self.record, "{\"v\":1,\"kind\":\"change\"}"] {
      try expectSame(Array(line.utf8), behind: Array(Self.record.utf8))
      try expectSame(Array(line.utf8), behind: Array(change.utf8))
    }
  }

  @Test(arguments: [false, true])
  func anyLineOfAnySeparatorEndsWhereItEnds(_ isNullSeparated: Bool) throws {
    let record = Array("{\"filename\":\"a\",\"pixelWidth\":1}".utf8)
    for end in ["", "\r", "\r\r", " \r", "\n", "\u{0}"] {
      let line = record + Array(end.utf8)
      let lines = [record, line, line, record]
      let stream = try outcomes(lines, isNullSeparated: isNullSeparated)
      let apart = try lines.flatMap { try outcomes([$0], isNullSeparated: isNullSeparated) }
      #expect(stream == apart, "\(end.debugDescription)")
    }
  }
}
