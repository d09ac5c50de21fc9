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

  @Test func whatAFunctionReturnsIsAFieldsValue() throws {
    let functions = CountingFunctions(
      returning: { asset in
        switch asset.string(of: .localIdentifier) {
        case "a": .string("happy")
        case "b": .texts(["x", "y"])
        default: .integer(7)
        }
      })
    let table: ArgumentValue = ["mood": CountingFunctions.reference]
    let outcome = try run(table, functions: functions)
    #expect(try labels(outcome) == [["mood"], ["old", "mood"], ["mood"]])
    let members = try outcome.records.map { $0["mood"] }
    #expect(members[0] as? String == "happy")
    #expect(members[1] as? [String] == ["x", "y"])
    #expect(members[2] as? Int == 7)
    for (test, names) in [
      ("happy", ["a"]), ("y", ["b"]), (7, ["c"]), (.calling("at_least", 5), ["c"]),
      (.calling("has", "app"), ["a"]), (.calling("like", "?"), ["b"]), (true, []),
      (.calling("present"), ["a", "b", "c"]),
    ] as [(ArgumentValue, [String])] {
      let kept = try run(table, then: [StageCall("filter", ["mood": test])], functions: functions)
      #expect(try kept.names == names, "\(test)")
    }
  }

  @Test func yesAndNoAreValuesThatTheLabelTells() throws {
    let functions = CountingFunctions(
      returning: { asset in
        switch asset.string(of: .localIdentifier) {
        case "a": .flag(true)
        case "b": .flag(false)
        default: .absent
        }
      })
    let table: ArgumentValue = ["good": CountingFunctions.reference]
    let outcome = try run(table, functions: functions)
    #expect(try labels(outcome) == [["good"], ["old"], []])
    #expect(try outcome.records.allSatisfy { $0["good"] == nil })
    for (test, names) in [
      (true, ["a"]), (false, ["b"]), (.calling("present"), ["a", "b"]),
      (.calling("absent"), ["c"]),
    ] as [(ArgumentValue, [String])] {
      let kept = try run(table, then: [StageCall("filter", ["good": test])], functions: functions)
      #expect(try kept.names == names, "\(test)")
    }
  }

  @Test func aValueTakesThePlaceOfTheRecordsMember() throws {
    var scenario = Scenario(
      [
        StageCall("source", ["stdin": true]),
        StageCall("classify", ["mood": CountingFunctions.reference]),
      ],
      input: """
        {"mediaType":"image","localIdentifier":"a","mood":"old"}
        {"mediaType":"image","localIdentifier":"b","mood":"old"}
        """)
    scenario.functions = CountingFunctions(
      returning: { $0.string(of: .localIdentifier) == "a" ? .string("new") : .absent })
    #expect(try scenario.run().texts("mood") == ["new", "old"])
    #expect(try !scenario.run().lines[0].contains("old"))
  }

  @Test func aLabelThatNoFieldCanBeCalledIsOneAlone() throws {
    for label in ["image", "title", "to print"] {
      let outcome = try run(
        .table([ArgumentMember(label, CountingFunctions.reference)]),
        functions: CountingFunctions(returning: { _ in .string("x") }))
      #expect(try labels(outcome) == [[label], ["old", label], [label]])
      #expect(try outcome.records.allSatisfy { $0[label] == nil })
    }
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
