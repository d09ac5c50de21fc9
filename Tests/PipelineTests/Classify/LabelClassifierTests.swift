import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct LabelClassifierTests {
  private let lines = """
    {"mediaType":"image","localIdentifier":"a","filename":"receipt-1.png","pixelWidth":10}
    {"mediaType":"image","localIdentifier":"b","filename":"cat.png","labels":["old"],"pixelWidth":9}
    {"mediaType":"image","localIdentifier":"c","filename":"dog.png"}
    """

  private func run(
    _ table: ArgumentValue, then: [StageCall] = [], functions: (any RuleFunctions)? = nil
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("classify", table)] + then, input: lines)
    scenario.functions = functions
    return try scenario.run()
  }

  private func labels(_ outcome: Scenario.Outcome) throws -> [[String]] {
    try outcome.records.map { $0["labels"] as? [String] ?? [] }
  }

  @Test func addsLabelsAndDropsNothing() throws {
    let outcome = try run([
      "receipt": ["filename": .calling("like", "receipt*")],
      "wide": ["pixelWidth": .calling("at_least", 9)],
    ])
    #expect(try labels(outcome) == [["receipt", "wide"], ["old", "wide"], []])
    // A record that nothing was found for is passed on as it came.
    #expect(
      outcome.lines[2]
        == "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"image\",\"localIdentifier\":\"c\",\"filename\":\"dog.png\"}"
    )
  }

  @Test func functionsGiveLabels() throws {
    let outcome = try run(
      ["animal": CountingFunctions.reference],
      functions: CountingFunctions { $0.string(of: .filename).utf8.count == 7 })
    #expect(try labels(outcome) == [[], ["old", "animal"], ["animal"]])
  }

  @Test func laterStagesSeeTheLabels() throws {
    let outcome = try run(
      ["wide": ["pixelWidth": 9]], then: [StageCall("filter", ["labels": "wide"])])
    #expect(try outcome.names == ["b"])
    let old = try run(
      ["wide": ["pixelWidth": 10]], then: [StageCall("filter", ["labels": ["old", "wide"]])])
    #expect(try old.names == ["a", "b"])
  }

  @Test(
    arguments: [
      ([:], "classify names no label"),
      (["x": 1], "the label \"x\" takes a function or a table of tests, not 1"),
      (["x": ["pixelWith": 1]], "no field called \"pixelWith\""),
    ] as [(ArgumentValue, String)])
  func saysWhatIsWrong(_ table: ArgumentValue, _ message: String) {
    let problems = #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source"), StageCall("classify", table)]).plan()
    }
    #expect(problems?.problems.map(\.message) == [message])
  }
}
