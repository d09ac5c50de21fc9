import AssetSupport
import Assets
import Foundation
import PipelineSupport
import Testing

@Suite struct RecordValueTests {
  @Test func answersWhatFoundationReads() throws {
    var json = RandomJSON(seed: 31)
    let lines = (0..<3000).map { _ in json.record() }
    let assets = try InputAssets(lines.joined(separator: "\n")).all
    #expect(assets.count == lines.count)
    for (line, asset) in zip(lines, assets) {
      #expect(asset.failure == nil, "\(line)")
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let members = try #require(value as? [String: Any])
      for field in Field.allCases where field.facet != .digest || members[field.name] != nil {
        // Paths of albums are taken apart, which has tests of its own.
        if field == .albumPaths { continue }
        if field == .localDate {
          // Worked out of the date beside it.
          let date = Instant(asset.value(of: .creationDate))
          #expect(String(asset.value(of: field)).flatMap(Instant.init) == date, "\(line)")
          continue
        }
        guard isEqual(asset.value(of: field), members[field.name], field) else {
          Issue.record("\(field.name) is \(asset.value(of: field)) in \(line)")
          return
        }
      }
    }
  }

  /// Returns true if a field's answer is what its type makes of a value that Foundation read.
  private func isEqual(_ answer: FieldValue, _ value: Any?, _ field: Field) -> Bool {
    let number = value as? NSNumber
    let isFlag = number.map { $0.objCType.pointee == 0x63 || $0.objCType.pointee == 0x42 } ?? false
    switch (field.type, answer) {
    case (.text, .text(let text)): return text.string == value as? String
    case (.flag, .flag(let flag)): return isFlag && number?.boolValue == flag
    case (.integer, .integer(let integer)): return !isFlag && number?.int64Value == integer
    case (.number, .number(let answer)): return !isFlag && isSame(number, answer)
    case (.date, .date(let date)): return date.description == value as? String
    case (.texts, .texts(let texts)):
      return (value as? [Any])?.compactMap { $0 as? String } == texts
    case (.texts, .subtypes(let subtypes)):
      let names = (value as? [Any])?.compactMap { $0 as? String } ?? []
      return value is [Any]
        && Set(subtypes.names) == Set(names).intersection(["photoScreenshot"])
    case (.location, .location(let location)):
      let place = value as? [String: Any]
      return isSame(place?["latitude"] as? NSNumber, location.latitude)
        && isSame(place?["longitude"] as? NSNumber, location.longitude)
    case (.object, .object(let json)):
      let read = try? JSONSerialization.jsonObject(with: Data(json.bytes)) as? NSDictionary
      return read == value as? NSDictionary
    case (_, .absent): return !isOfType(value, field, isFlag)
    default: return false
    }
  }

  /// JSONSerialization rounds some numbers to the wrong neighbour on Linux.
  private func isSame(_ read: NSNumber?, _ answer: Double) -> Bool {
    guard let read = read?.doubleValue else { return false }
    return [read, read.nextUp, read.nextDown].contains(answer)
  }

  /// Returns true if a value is one that the field has to answer with.
  private func isOfType(_ value: Any?, _ field: Field, _ isFlag: Bool) -> Bool {
    switch field.type {
    case .text: return value is String
    case .texts: return value is [Any]
    case .flag: return isFlag
    case .date: return (value as? String).map { Instant($0) != nil } ?? false
    case .number: return value is NSNumber && !isFlag
    case .integer:
      guard let number = value as? NSNumber, !isFlag else { return false }
      return Int64(exactly: number.doubleValue).map { abs($0) < 1 << 53 } ?? false
    case .location: return (value as? [String: Any])?["latitude"] is NSNumber
    case .object: return value is [String: Any]
    case .value: return true
    }
  }

  /// An asset whose field has that value.
  private func asset(_ field: Field, _ json: String) throws -> Asset {
    try InputAssets("{\"mediaType\":\"image\",\"\(field.name)\":\(json)}").all[0]
  }

  @Test(arguments: [
    ("\\ud83d\\ude00", "😀"), ("\\uD83D\\uDE00", "😀"), ("\\ud83d", "\u{FFFD}"),
    ("\\ude00", "\u{FFFD}"), ("\\ud83dx", "\u{FFFD}x"), ("\\ud83d\\u0041", "\u{FFFD}A"),
    ("\\ud83d\\ud83d\\ude00", "\u{FFFD}😀"), ("\\u0000", "\u{0}"), ("a\\/b", "a/b"),
    ("\\\\\\\"", "\\\""), ("\\u00e9", "é"), ("\\uFFFF", "\u{FFFF}"),
  ])
  func resolvesEscapes(_ json: String, _ expected: String) throws {
    let text = try asset(.filename, "\"\(json)\"").string(of: .filename)
    #expect(Array(text.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    arguments: [
      ("0", 0), ("-1", -1), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("1.0", 1), ("1e3", 1000), ("12.50e1", 125),
    ] as [(String, Int64)])
  func readsAWholeNumber(_ json: String, _ expected: Int64) throws {
    guard case .integer(let number) = try asset(.fileSize, json).value(of: .fileSize) else {
      Issue.record("\(json) is no whole number")
      return
    }
    #expect(number == expected)
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1.5", "1e30", "true", "null"])
  func aNumberThatIsNotWholeIsAbsent(_ json: String) throws {
    #expect(try !asset(.fileSize, json).value(of: .fileSize).isPresent)
  }

  @Test func aNumberBeyondTheRangeIsAbsent() throws {
    #expect(try !asset(.duration, "1e999").value(of: .duration).isPresent)
    #expect(try !asset(.duration, "-1e999").value(of: .duration).isPresent)
  }

  @Test(arguments: Field.allCases.filter { $0 != .mediaType })
  func nullIsAbsent(_ field: Field) throws {
    // Without a path there is nothing to hash either.
    #expect(try !asset(field, "null").value(of: field).isPresent)
  }

  @Test func theFirstOfTwoMembersWithOneNameCounts() throws {
    let line = "{\"mediaType\":\"image\",\"filename\":\"a\",\"filename\":\"b\"}"
    #expect(try InputAssets(line).all[0].string(of: .filename) == "a")
  }

  @Test func subtypesThatNobodyKnowsAreLeftOut() throws {
    let json = "[\"photoLive\",\"photoSomething\",3,[\"photoHDR\"]]"
    let answer = try asset(.mediaSubtypes, json).value(of: .mediaSubtypes)
    guard case .subtypes(let subtypes) = answer else {
      Issue.record("no subtypes")
      return
    }
    #expect(subtypes == [.photoLive])
  }

  @Test func readsALocation() throws {
    let json = "{ \"altitude\" : -3.5, \"longitude\":7, \"latitude\":54.18 }"
    guard case .location(let location) = try asset(.location, json).value(of: .location) else {
      Issue.record("no location")
      return
    }
    #expect(location == Location(latitude: 54.18, longitude: 7, altitude: -3.5))
    #expect(try !asset(.location, "{\"latitude\":1}").value(of: .location).isPresent)
    #expect(try !asset(.location, "[1,2]").value(of: .location).isPresent)
  }
}
