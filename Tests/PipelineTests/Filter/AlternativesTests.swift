import AssetSupport
import Engine
import PipelineSupport
import Platform
import Synchronization
import Testing

/// `either` and `remark` of a filter.
@Suite struct AlternativesTests {
  private let messages = Messages()

  private final class Messages: Sendable {
    let all = Lock<[String]>([])
  }

  /// Runs filters over assets called by letters: i… are pictures, v… videos, others neither.
  private func names(
    _ names: String, _ filters: ArgumentValue..., lanes: Int = 2
  ) throws -> String {
    let lines = names.split(separator: " ").map { name in
      let type = name.hasPrefix("i") ? "image" : name.hasPrefix("v") ? "video" : "unknown"
      return #"{"mediaType":"\#(type)","localIdentifier":"\#(name)"}"#
    }
    let stages = [StageCall("source", ["stdin": true])] + filters.map { StageCall("filter", $0) }
    var scenario = Scenario(stages, input: lines.joined(separator: "\n"))
    scenario.lanes = lanes
    scenario.notices = RunNotices { [messages] text in messages.all.withLock { $0.append(text) } }
    return try scenario.run().names.joined(separator: " ")
  }

  private func either(_ pictures: Int64, _ videos: Int64) -> ArgumentValue {
    [
      "either": [
        ["mediaType": "image", "limit": .integer(pictures)],
        ["mediaType": "video", "limit": .integer(videos)],
      ]
    ]
  }

  @Test(arguments: [
    ("i1 v1 i2 i3", 2, 1, "i1 i2"), ("v1 i1 v2", 2, 1, "v1"), ("n1 n2 v1 i1", 2, 1, "v1"),
    ("v1 i1 i2", 2, 0, "i1 i2"), ("i1 v1 v2", 0, 1, "v1"), ("i1 v1", 0, 0, ""), ("n1", 2, 1, ""),
  ])
  func theFirstDecidesForAll(_ input: String, _ pictures: Int64, _ videos: Int64, _ output: String)
    throws
  {
    #expect(try names(input, either(pictures, videos)) == output)
  }

  @Test func withoutALimitAllOfTheKindAreTaken() throws {
    let kinds: ArgumentValue = ["either": [["mediaType": "image"], ["mediaType": "video"]]]
    #expect(try names("v1 i1 v2 v3", kinds) == "v1 v2 v3")
    #expect(try names("i1 v1 i2 i3", kinds, ["limit": 2]) == "i1 i2")
  }

  @Test func testsBesideItAreDoneFirst() throws {
    var filter = either(2, 1)
    if case .table(let members) = filter {
      filter = .table(
        members + [ArgumentMember("localIdentifier", .calling("like", "*2"))])
    }
    #expect(try names("i1 v1 v2 i2", filter) == "v2")
  }

  @Test func theSourceIsLeftAloneWhenNoneIsLeft() throws {
    let input = (0..<20_000).map { "i\($0)" }.joined(separator: " ")
    let lines = input.split(separator: " ").map {
      #"{"mediaType":"image","localIdentifier":"\#($0)"}"#
    }
    let scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("filter", either(3, 1))],
      input: lines.joined(separator: "\n"))
    let outcome = try scenario.run()
    #expect(try outcome.names == ["i0", "i1", "i2"])
    #expect(outcome.report.read < 20_000)
  }

  @Test func tellsHowManyWereLeftOut() throws {
    let remark: ArgumentValue = ["mediaType": ["image", "video"], "remark": "no picture or video"]
    let input = (0..<1000).map { $0 % 4 == 0 ? "n\($0)" : "i\($0)" }.joined(separator: " ")
    _ = try names(input, remark, lanes: 3)
    #expect(messages.all.withLock { $0 } == ["250 left out: no picture or video"])
  }

  @Test(arguments: [1, 3])
  func tellsHowManyALimitLeftOut(lanes: Int) throws {
    let input = (0..<1000).map { "i\($0)" }.joined(separator: " ")
    let filter: ArgumentValue = ["limit": 3, "remark": "over the limit"]
    #expect(try names(input, filter, lanes: lanes) == "i0 i1 i2")
    #expect(messages.all.withLock { $0 } == ["997 left out: over the limit"])
  }

  @Test func aRemarkIsOfTheTestsWhereThereAreSome() throws {
    let filter: ArgumentValue = ["mediaType": "image", "limit": 1, "remark": "no picture"]
    #expect(try names("n1 i1 i2", filter) == "i1")
    #expect(messages.all.withLock { $0 } == ["1 left out: no picture"])
  }

  @Test func tellsNothingWhenNoneWas() throws {
    #expect(try names("i1 i2", ["mediaType": "image", "remark": "no picture"]) == "i1 i2")
    #expect(try names("i1 i2", ["limit": 2, "remark": "over the limit"]) == "i1 i2")
    #expect(messages.all.withLock { $0 }.isEmpty)
  }

  @Test(
    arguments: [
      (["either": "x"], "either takes a list of tables of tests, each of which may have a limit"),
      (["either": []], "either takes a list of tables of tests"),
      (["either": ["x"]], "either takes a list of tables of tests"),
      (["either": [["limit": -1]]], "limit takes a whole number, 0 or more, not -1"),
      (["either": [["limti": 1]]], "no field called \"limti\""),
      (["remark": "x"], "remark is about assets that fail tests"),
    ] as [(ArgumentValue, String)])
  func wrongValuesAreRefused(_ filter: ArgumentValue, _ message: String) {
    let problems = #expect(throws: RuleProblems.self) { try names("i1", filter) }
    #expect(problems?.problems.count == 1)
    #expect(problems?.problems.first?.message.hasPrefix(message) == true)
  }
}
