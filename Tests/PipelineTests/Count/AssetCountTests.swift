import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Assets that are counted by the values of their fields.
@Suite struct AssetCountTests {
  private static let input = """
    {"localIdentifier":"a","mediaType":"image","cameraModel":"X","fileSize":10,\
    "creationDate":"2015-09-30T23:30:00.000Z","creationDateOffset":"+02:00","keywords":["k","l","k"]}
    {"localIdentifier":"b","mediaType":"image","cameraModel":"Y","fileSize":5,\
    "creationDate":"2015-10-02T00:00:00.000Z","creationDateOffset":"+02:00","keywords":["l"]}
    {"localIdentifier":"c","mediaType":"video","cameraModel":"X","isFavorite":true}
    {"v":1,"kind":"count","key":"X","count":99,"bytes":0}
    {"v":1,"kind":"token","token":"0"}

    """

  private func run(
    _ count: ArgumentValue, input: String = Self.input, lanes: Int = 2
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("count", count)], input: input)
    scenario.lanes = lanes
    return try scenario.run()
  }

  /// The keys and counts of records.
  private func counts(_ outcome: Scenario.Outcome) throws -> [String] {
    try outcome.lines.map { line in
      let record = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(record["kind"] as? String == "count")
      let key =
        line.split(separator: "\"key\":").dropFirst().first?
        .prefix(while: { $0 != "}" }).split(separator: ",\"count\"").first ?? "-"
      return "\(key) \(record["count"] ?? "?")"
    }
  }

  private static let keys: [(ArgumentValue, [String])] = [
    (["by": "cameraModel"], ["\"X\" 2", "\"Y\" 1"]),
    (["by": "{localDate:%Y-%m}"], ["\"2015-10\" 2", "- 1"]),
    (["by": "{creationDate:%Y-%m}"], ["\"2015-09\" 1", "\"2015-10\" 1", "- 1"]),
    (["by": "{creationDate:%H}"], ["\"00\" 1", "\"23\" 1", "- 1"]),
    (["by": "{mediaType} {cameraModel}"], ["\"image X\" 1", "\"image Y\" 1", "\"video X\" 1"]),
    (["by": "{title}"], ["- 3"]), (["by": "fileSize"], ["5 1", "10 1", "- 1"]),
    (["by": "keywords"], ["\"k\" 1", "\"l\" 2", "- 1"]),
    (
      ["by": ["mediaType", "cameraModel"]],
      ["[\"image\",\"X\"] 1", "[\"image\",\"Y\"] 1", "[\"video\",\"X\"] 1"]
    ),
    (
      ["by": ["keywords", "cameraModel"]],
      ["[\"k\",\"X\"] 1", "[\"l\",\"X\"] 1", "[\"l\",\"Y\"] 1", "[null,\"X\"] 1"]
    ),
    ([:], ["- 3"]), (["by": []], ["- 3"]), (["by": "year"], ["\"2015\" 2", "- 1"]),
    (["by": "cameraModel", "sortedBy": "count"], ["\"Y\" 1", "\"X\" 2"]),
    (["by": "cameraModel", "sortedBy": "-count", "limit": 1], ["\"X\" 2"]),
    (["by": "cameraModel", "offset": 1], ["\"Y\" 1"]),
    (["by": "fileSize", "sortedBy": "-fileSize"], ["10 1", "5 1", "- 1"]),
    (["by": "fileSize", "sortedBy": ["bytes", "key"]], ["5 1", "10 1", "- 1"]),
  ]

  @Test(arguments: keys)
  func countsByTheseKeys(_ options: ArgumentValue, _ expected: [String]) throws {
    for lanes in [1, 3] {
      #expect(try counts(run(options, lanes: lanes)) == expected)
    }
  }

  @Test func sumsAreAdded() throws {
    #expect(
      try run([:]).lines == [
        "{\"v\":1,\"kind\":\"count\",\"count\":3,\"bytes\":15,"
          + "\"firstDate\":\"2015-09-30T23:30:00.000Z\",\"lastDate\":\"2015-10-02T00:00:00.000Z\","
          + "\"firstLocalDate\":\"2015-10-01T01:30:00.000+02:00\","
          + "\"lastLocalDate\":\"2015-10-02T02:00:00.000+02:00\"}"
      ])
    #expect(
      try run(["sums": false]).lines == ["{\"v\":1,\"kind\":\"count\",\"count\":3}"])
  }

  @Test func nothingIsCountedAsNothing() throws {
    #expect(
      try run([:], input: "").lines == ["{\"v\":1,\"kind\":\"count\",\"count\":0}"])
    #expect(try run(["by": "mediaType"], input: "").lines == [])
  }

  @Test func manyGroupsAreTheSameInAnyNumberOfWorkers() throws {
    var input = ""
    for number in 0..<5000 {
      input +=
        "{\"localIdentifier\":\"\(number)\",\"mediaType\":\"image\","
        + "\"title\":\"t\(number * 7919 % 701)\",\"fileSize\":\(number)}\n"
    }
    let outcomes = try [1, 2, 8].map { try run(["by": "title"], input: input, lanes: $0).bytes }
    #expect(outcomes[0] == outcomes[1] && outcomes[0] == outcomes[2])
    #expect(String(decoding: outcomes[0], as: UTF8.self).split(separator: "\n").count == 701)
  }

  @Test func aFolderIsCountedByItsFiles() throws {
    let folder = try TemporaryDirectory()
    for (name, model) in [("a", "X"), ("b", "Y"), ("c", "X")] {
      try folder.write(
        JPEGPicture(width: 16, height: 8) { $0.exif = EXIFBlock { $0.model = model } },
        to: "\(name).jpg")
    }
    let outcome = try Scenario(
      [StageCall("source"), StageCall("count", ["by": "cameraModel"])], library: folder.path
    ).run()
    #expect(try counts(outcome) == ["\"X\" 2", "\"Y\" 1"])
    #expect(outcome.report.read == 3)
  }

  /// Numbers alone need no file.
  @Test func numbersAloneReadNothing() throws {
    let plan = try Scenario([StageCall("source"), StageCall("count", ["sums": false])]).plan()
    #expect(plan.steps.map(\.facets) == [[]])
    let whole = try Scenario([StageCall("source"), StageCall("count", [:])]).plan()
    #expect(whole.steps.map(\.facets) == [[.stat, .header]])
  }

  private func problems(_ stages: [StageCall]) -> [String] {
    Scenario([StageCall("source", ["stdin": true])] + stages).problems
  }

  private static let nonsense: [(ArgumentValue, String)] = [
    (["by": "cameraModle"], "there is none called \"cameraModle\""),
    (["by": "{cameraModle}"], "there is no field called \"cameraModle\""),
    (["by": "location"], "is no single value"), (["by": "exif"], "is no single value"),
    (["by": ["keywords", "persons"]], "only one field of by may be a list"),
    (["by": "{filename:%Y}"], "is not a date"), (["by": 3], "by takes a text"),
    (["sums": "no"], "sums takes true or false"),
    (
      ["by": "cameraModel", "sortedBy": "title"],
      "no column called \"title\"; there are count, bytes, first, last, key, cameraModel"
    ),
    (["when": ["mediaType": "image"]], "put the tests of when into a filter before it"),
  ]

  @Test(arguments: nonsense)
  func whatMakesNoSenseIsRefused(_ options: ArgumentValue, _ words: String) {
    let found = problems([StageCall("count", options)])
    #expect(found.count == 1 && found.first?.contains(words) == true, "\(found)")
  }

  @Test(arguments: [
    ("{year}", "{localDate:%Y}"), ("{date}", "{localDate:%Y-%m-%d}"),
    ("{month}", "{localDate:%Y-%m}"), ("{date:%d.%m.}", "{localDate:%d.%m.}"),
    ("cameraModle", "cameraModel"),
  ])
  func whatWasMeantIsNamed(by: String, meant: String) {
    let error = #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source", ["stdin": true]), StageCall("count", ["by": .text(by)])])
        .plan()
    }
    #expect(error?.problems.map(\.suggestion) == [meant])
  }

  @Test func noStageStandsBehindIt() {
    #expect(
      problems([StageCall("count", [:]), StageCall("filter", ["limit": 1])])
        == ["count gives no assets, so filter can't stand behind it"])
  }

  @Test func itsRecordsAreSkippedWhereTheyAreRead() throws {
    let counted = try run(["by": "cameraModel"])
    let again = try Scenario(
      [StageCall("source", ["stdin": true])],
      input: counted.lines.map { $0 + "\n" }.joined()
    ).run()
    #expect(again.lines == [])
    #expect(again.report.failureCount == 0)
  }
}
