import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct StageArgumentsTests {
  private func make(_ arguments: ArgumentValue...) throws(RuleProblems) -> EveryOptionFilter {
    let call = StageCall(name: "everything", arguments: arguments, line: 4)
    let made = try StageRegistry([EveryOptionFilter.self])
      .make(call, rulePath: "rules/a.lua", now: Scenario.noon).get()
    guard let stage = made as? EveryOptionFilter else {
      preconditionFailure("the registry holds one stage")
    }
    return stage
  }

  private func problems(_ arguments: ArgumentValue...) -> [RuleProblem] {
    let call = StageCall(name: "everything", arguments: arguments, line: 4)
    let made = StageRegistry([EveryOptionFilter.self])
      .make(call, rulePath: "rules/a.lua", now: Scenario.noon)
    guard case .failure(let found) = made else { return [] }
    return found.problems
  }

  @Test func readsEveryOption() throws {
    let stage = try make([
      "flag": false, "integer": 7, "text": "a", "texts": ["b", "c"], "duration": "2s",
      "choice": "right",
    ])
    #expect(stage.flag == false)
    #expect(stage.integer == 7)
    #expect(stage.text == "a")
    #expect(stage.texts == ["b", "c"])
    #expect(stage.duration == 2000)
    #expect(stage.choice == "right")
  }

  @Test func whatTheRuleDoesNotSayIsNil() throws {
    for stage in [try make([:]), try make(.list([])), try make()] {
      #expect(stage.flag == nil && stage.integer == nil && stage.texts == nil)
    }
  }

  @Test func aTextStandsForAListOfOne() throws {
    #expect(try make(["texts": "b"]).texts == ["b"])
    #expect(try make(["integer": 3.0]).integer == 3)
  }

  @Test(
    arguments: [
      ("flag", 1, "flag takes true or false, not 1"),
      ("integer", -1, "integer takes a whole number, 0 or more, not -1"),
      ("integer", 1.5, "integer takes a whole number, 0 or more, not 1.5"),
      ("integer", "1", "integer takes a whole number, 0 or more, not \"1\""),
      ("integer", .number(1e300), "integer takes a whole number, 0 or more, not 1e+300"),
      ("text", true, "text takes a text, not true"),
      ("text", [], "text takes a text, not a list"),
      ("texts", [1], "texts takes a text or a list of texts, not a list"),
      ("texts", 1, "texts takes a text or a list of texts, not 1"),
      (
        "duration", "soon",
        "duration takes a duration such as \"30s\" or \"2m\", or a number of seconds, not \"soon\""
      ),
      ("choice", 1, "choice takes one of \"left\", \"right\", not 1"),
      ("choice", "up", "choice takes \"left\" or \"right\", not \"up\""),
      ("text", .calling("within", "3s"), "text takes a text, not within(…)"),
      ("text", .stage(StageCall("filter")), "text takes a text, not a filter stage"),
    ] as [(String, ArgumentValue, String)])
  func saysWhatAnOptionTakes(_ option: String, _ value: ArgumentValue, _ message: String) {
    let found = problems([option: value] as ArgumentValue)
    #expect(found.map(\.message) == [message])
    #expect(found.first?.line == 4)
    #expect(found.first?.path == "rules/a.lua")
  }

  @Test func aMisspeltOptionIsReportedWithTheNearest() {
    let problem = problems(["chioce": "left"]).first
    #expect(
      problem?.description
        == "rules/a.lua:4: everything has no option called \"chioce\"; did you mean \"choice\"?")
    #expect(problem?.token == "chioce")
    #expect(problems(["choice": "rihgt"]).first?.suggestion == "right")
  }

  @Test func allProblemsAreReportedAtOnce() {
    let found = problems(["flag": 1, "integer": "x", "zzz": 1, "yyy": 2, "duration": true])
    #expect(found.count == 5)
  }

  @Test func takesOneTable() {
    #expect(
      problems([:], [:]).map(\.message) == ["everything takes one table, not 2 values"])
    #expect(problems("a").map(\.message) == ["everything takes one table, not a text"])
    #expect(
      problems(.function(FunctionReference(index: 0, line: 1))).map(\.message)
        == ["everything takes one table, not a function"])
  }
}
