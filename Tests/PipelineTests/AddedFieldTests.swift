import AssetSupport
import Pipeline
import PipelineSupport
import Testing

/// Tests, records and orders of fields that stages add.
@Suite struct AddedFieldTests {
  private static let types: [(name: String, type: String)] = [
    ("aFlag", "flag"), ("aWhole", "integer"), ("aNumber", "number"), ("aDate", "date"),
    ("aText", "text"), ("someTexts", "texts"),
  ]
  private static let declared = ArgumentValue.table(
    types.map { ArgumentMember($0.name, .text($0.type)) })
  private static let source = StageCall("source", ["stdin": true, "fields": declared])

  private static func line(_ name: String, _ members: String = "") -> String {
    "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"image\",\"localIdentifier\":\"\(name)\""
      + (members.isEmpty ? "" : ",") + members + "}"
  }

  private static let whole = line(
    "whole",
    "\"aFlag\":true,\"aWhole\":9007199254740993,\"aNumber\":1.5,\"aDate\":\"2024-05-01T00:00:00.000Z\""
      + ",\"aText\":\"caf\\u00e9\",\"someTexts\":[\"a\",\"b\"]")
  private static let wrong = line(
    "wrong",
    "\"aFlag\":\"true\",\"aWhole\":1.5,\"aNumber\":\"1.5\",\"aDate\":5,\"aText\":[\"café\"]"
      + ",\"someTexts\":\"a\"")

  private func names(_ stages: StageCall..., lines: [String]) throws -> [String] {
    try Scenario(
      [Self.source] + stages, input: lines.joined(separator: "\n")
    ).run().names
  }

  private func messages(_ stages: StageCall...) -> [RuleProblem] {
    do {
      _ = try Scenario([Self.source] + stages).plan()
      return []
    } catch { return (error as? RuleProblems)?.problems ?? [] }
  }

  @Test(
    arguments: [
      ["aFlag": true], ["aWhole": 9_007_199_254_740_993], ["aNumber": 1.5],
      ["aDate": "2024-05-01"], ["aText": "café"], ["someTexts": "b"],
      ["aFlag": .calling("present")], ["aWhole": .calling("at_least", 9_007_199_254_740_993)],
      ["aNumber": .calling("between", 1, 2)], ["aDate": .calling("before", "2024-06-01")],
      ["aText": .calling("like", "c*")], ["aText": .calling("has", "af")],
      ["someTexts": .calling("has", "a")], ["aNumber": [3, 1.5]],
    ] as [ArgumentValue])
  func onlyAMemberOfTheRightTypePasses(_ test: ArgumentValue) throws {
    let lines = [Self.whole, Self.wrong, Self.line("without")]
    #expect(try names(StageCall("filter", test), lines: lines) == ["whole"])
    #expect(
      try names(StageCall("filter", ["none": test]), lines: lines) == ["wrong", "without"])
  }

  @Test func whatIsOnlyTestedGoesOnAsItCame() throws {
    let scenario = Scenario(
      [Self.source, StageCall("filter", ["aText": .calling("present")])],
      input: Self.whole
        + "\n{\"mediaType\":\"image\",\"path\":\"/nonexistent/x.png\",\"aText\":\"y\"}\n")
    #expect(
      try scenario.run().lines == [
        Self.whole,
        "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"image\",\"path\":\"/nonexistent/x.png\",\"aText\":\"y\"}",
      ])
  }

  @Test func assetsAreOrderedByThem() throws {
    let lines = [("b", 2), ("c", 10), ("a", -1)].map { Self.line($0.0, "\"aNumber\":\($0.1)") }
    let all = [Self.line("without")] + lines
    #expect(
      try names(StageCall("filter", ["sortedBy": "aNumber"]), lines: all)
        == ["a", "b", "c", "without"])
    #expect(
      try names(StageCall("filter", ["sortedBy": "-aNumber", "limit": 2]), lines: all) == [
        "c", "b",
      ])
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func typesOfOneFieldHaveAnOrder() throws {
    let names = ["text b", "2", "true", "1.5", "list a", "false", "1", "none"]
    func order(_ key: String) throws -> [String] {
      var scenario = Scenario(
        [
          StageCall("source", ["stdin": true]),
          StageCall("classify", ["mood": CountingFunctions.reference]),
          StageCall("filter", ["sortedBy": .text(key)]),
        ], input: names.map { Self.line($0) }.joined(separator: "\n"))
      scenario.functions = CountingFunctions(
        returning: { asset in
          switch asset.string(of: .localIdentifier) {
          case "text b": .string("b")
          case "2": .integer(2)
          case "true": .flag(true)
          case "1.5": .number(1.5)
          case "list a": .texts(["a", "z"])
          case "false": .flag(false)
          case "1": .number(1)
          default: .absent
          }
        })
      return try scenario.run().names
    }
    #expect(
      try order("mood") == ["false", "true", "1", "1.5", "2", "list a", "text b", "none"])
    #expect(
      try order("-mood") == ["text b", "list a", "2", "1.5", "1", "true", "false", "none"])
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func whatIsWrongIsFoundBeforeTheRun() {
    let misspelt = messages(StageCall("filter", ["aTexd": "x"]))
    #expect(misspelt.map(\.message) == ["no field called \"aTexd\""])
    #expect(misspelt.map(\.suggestion) == ["aText"])
    #expect(
      messages(StageCall("filter", ["aText": .calling("before", "2024-01-01")])).map(\.message)
        == ["before can't test aText, which is a text"])
    #expect(
      messages(StageCall("filter", ["aWhole": "x"])).map(\.message)
        == ["aWhole is a whole number, not \"x\""])
    #expect(
      messages(StageCall("filter", ["sortedBy": "-aTexd"])).map(\.suggestion) == ["aText"])
    let value = messages(
      StageCall("classify", ["mood": CountingFunctions.reference]),
      StageCall("filter", ["mood": .calling("before", "2024-01-01")]))
    #expect(
      value.map(\.message) == [
        "before can't test mood, which is a text, a number, true or false, or a list of texts"
      ])
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func aFunctionKeepsTheTypeOfAFieldThatIsThere()
    throws
  {
    func members(_ value: @escaping @Sendable () -> FieldValue) throws -> [String] {
      var table: [ArgumentMember] = []
      for (name, _) in Self.types {
        table.append(ArgumentMember(name, CountingFunctions.reference))
      }
      var scenario = Scenario(
        [Self.source, StageCall("classify", .table(table))], input: Self.line("x"))
      scenario.functions = CountingFunctions(returning: { _ in value() })
      let outcome = try scenario.run()
      #expect(try (outcome.records[0]["labels"] as? [String])?.count == Self.types.count)
      return try outcome.records[0].keys.filter { name in
        Self.types.contains { $0.name == name }
      }.sorted()
    }
    #expect(try members { .flag(true) } == ["aFlag"])
    #expect(try members { .integer(1) } == ["aDate", "aNumber", "aWhole"])
    #expect(try members { .number(1.5) } == ["aDate", "aNumber"])
    #expect(try members { .string("x") } == ["aText"])
    #expect(try members { .texts(["x"]) } == ["someTexts"])
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func aFieldIsKnownBehindItsStageOnly() {
    #expect(
      messages(
        StageCall("filter", ["mood": "x"]),
        StageCall("classify", ["mood": CountingFunctions.reference])
      ).map(\.message) == ["no field called \"mood\""])
  }

  @Test(
    arguments: [
      (["mood": "txet"], "txet", "text"), (["mood": 5], "mood", nil),
      (["mood": "object"], "object", nil),
      (["a b": "text"], "a b", nil), (["title": "text"], "title", nil),
    ] as [(ArgumentValue, String, String?)])
  func aDeclarationHasANameAndAType(
    _ fields: ArgumentValue, _ token: String, _ suggestion: String?
  ) {
    for stages in [
      [StageCall("source", ["stdin": true, "fields": fields])],
      [StageCall("source", ["stdin": true]), StageCall("exec", ["1": "cat", "fields": fields])],
    ] where stages.allSatisfy({ Scenario.knows($0.name) }) {
      let problems = #expect(throws: RuleProblems.self) { try Scenario(stages).plan() }?.problems
      #expect(problems?.map(\.token) == [token])
      #expect(problems?.map(\.suggestion) == [suggestion])
    }
  }

  @Test func theFieldsOfRecordsNeedRecords() {
    let problems = #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source", ["fields": ["mood": "text"]])]).plan()
    }
    #expect(
      problems?.problems.map(\.message) == [
        "fields are those of records; they go with stdin = true or exec"
      ])
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func aLibraryIsAskedOnlyForFieldsOfEveryRule()
    throws
  {
    let components = Components.builtin.adding(fields: [.integer("stars", "of a catalogue")])
    func query(_ stages: StageCall...) throws -> (AssetPredicate, FieldTable) {
      let plan = try PlanBuilder(components: components, rulePath: "a.lua", now: Scenario.noon)
        .plan([StageCall("source")] + stages)
      return (plan.query.predicate, plan.fields)
    }
    let (asked, fields) = try query(StageCall("filter", ["stars": 5]))
    #expect(asked.text(fields) == "stars == 5")
    let own = StageCall("classify", ["mood": CountingFunctions.reference])
    #expect(try query(own, StageCall("filter", ["mood": "x"])).0 == .always)
    #expect(try query(own, StageCall("filter", ["stars": 5])).0 == .always)
    #expect(try query(StageCall("filter", ["labels": "x"])).0 == .always)
  }
}
