import AssetSupport
import Engine
import PipelineSupport
import Testing

/// `when`, which every stage behind the source takes.
@Suite struct ConditionalStageTests {
  private let lines = """
    {"mediaType":"image","localIdentifier":"a"}
    {"mediaType":"video","localIdentifier":"b","pixelWidth":9}
    {"mediaType":"image","localIdentifier":"c","pixelWidth":9}
    {"mediaType":"image","localIdentifier":"d","pixelWidth":9}
    {"mediaType":"video","localIdentifier":"e"}
    """

  private func outcome(_ stages: StageCall..., input: String? = nil) throws -> Scenario.Outcome {
    try Scenario([StageCall("source", ["stdin": true])] + stages, input: input ?? lines).run()
  }

  @Test func othersPassByInTheirPlaces() throws {
    let images: ArgumentValue = ["mediaType": "image"]
    #expect(
      try outcome(StageCall("filter", ["when": images, "pixelWidth": 9])).names
        == ["b", "c", "d", "e"])
    #expect(
      try outcome(StageCall("filter", ["when": images, "limit": 1])).names == ["a", "b", "e"])
    #expect(
      try outcome(StageCall("filter", ["when": images, "limit": 0])).names == ["b", "e"])
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func classifiesOnlyThose() throws {
    let labels = try outcome(
      StageCall("classify", ["when": ["mediaType": "video"], "wide": ["pixelWidth": 9]])
    ).records.map { ($0["labels"] as? [String]) ?? [] }
    #expect(labels == [[], ["wide"], [], [], []])
  }

  @Test func ordersOnlyThose() throws {
    #expect(
      try outcome(
        StageCall("filter", ["when": ["mediaType": "image"], "sortedBy": "-localIdentifier"])
      ).names == ["b", "e", "d", "c", "a"])
  }

  @Test func theTestsOfSuchAFilterStayBehindTheSource() throws {
    let call = StageCall("filter", ["when": ["mediaType": "image"], "pixelWidth": 9])
    let plan = try Scenario([StageCall("source"), call]).plan()
    #expect(plan.query.predicate == .always)
    #expect(plan.steps.map(\.detail) == ["when mediaType == \"image\": pixelWidth == 9"])
    #expect(plan.steps[0].facets.contains(.header))
  }

  @Test func failuresOfBothKindsAreReported() throws {
    // Neither says what it is, and neither is there; one fails in the test, and none passes.
    let outcome = try outcome(
      StageCall("load", ["when": ["mediaType": "image"], "file": "reference"]),
      input:
        "{\"path\":\"/nonexistent/a.png\"}\n{\"mediaType\":\"video\",\"localIdentifier\":\"b\"}")
    #expect(try outcome.names == ["b"])
    #expect(outcome.report.failureCount == 1)
  }

  @Test(
    arguments: [
      ("filter", ["when": "image"], "when takes a table of tests, not \"image\""),
      ("filter", ["when": ["mediaTpye": "image"]], "no field called \"mediaTpye\""),
      ("source", ["when": ["mediaType": "image"]], "source has no option called \"when\""),
    ] as [(String, ArgumentValue, String)])
  func wrongValuesAreRefused(_ stage: String, _ argument: ArgumentValue, _ message: String) {
    let calls = (stage == "source" ? [] : [StageCall("source")]) + [StageCall(stage, argument)]
    let problems = #expect(throws: RuleProblems.self) { try Scenario(calls).plan() }
    #expect(problems?.problems.map(\.message) == [message])
  }
}
