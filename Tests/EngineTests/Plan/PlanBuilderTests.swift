import AssetSupport
import Engine
import Pipeline
import PipelineSupport
import Testing

@Suite struct PlanBuilderTests {
  private func problems(_ calls: [StageCall]) -> [String] {
    do {
      _ = try Scenario(calls).plan()
      return []
    } catch let found as RuleProblems {
      return found.problems.map { "\($0.line): \($0.message)" }
    } catch {
      return ["\(error)"]
    }
  }

  private func plan(_ calls: StageCall...) throws -> PipelinePlan {
    try Scenario([StageCall("source")] + calls).plan()
  }

  @Test func aPipelineBeginsWithItsOnlySource() {
    #expect(
      problems([])
        == ["0: the pipeline is empty; it begins with a source, such as source { }"])
    #expect(
      problems([StageCall("filter", line: 3)])
        == ["3: a pipeline begins with a source, not with filter"])
    #expect(
      problems([StageCall("source"), StageCall("filter"), StageCall("source", line: 5)])
        == ["5: a pipeline has one source, and it stands first"])
  }

  @Test(
    arguments: [
      (
        ["creationDate": [.calling("after", "2025-07-01"), .calling("before", "2025-07-12")]], true
      ),
      (
        ["creationDate": [.calling("before", "2025-07-12"), .calling("at_least", "2025-07-12")]],
        true
      ),
      (
        ["creationDate": [.calling("before", "2025-07-01"), .calling("after", "2025-07-12")]], false
      ),
      (
        ["creationDate": [.calling("before", "2025-07-01"), .calling("after", "2025-07-01")]], false
      ),
      (["creationDate": [.calling("within", "2d"), .calling("before", "2025-07-01")]], false),
      (["creationDate": .calling("any", .calling("after", "2024-01-01"), "2025-07-01")], false),
      (["pixelWidth": .calling("any", .calling("at_least", 2), .calling("at_most", 3))], true),
      (["pixelWidth": [.calling("at_least", 4), .calling("at_most", 3)]], false),
      (["any": [["duration": [.calling("at_least", 1), .calling("at_most", "5s")]]]], true),
    ] as [(ArgumentValue, Bool)])
  func aListOfOpenRangesThatLeavesNothingOutIsAdvisedOf(
    table: ArgumentValue, isAdvised: Bool
  ) throws {
    let advice = try plan(StageCall("filter", table, line: 7)).advice
    #expect(advice.map(\.line) == (isAdvised ? [7] : []))
    #expect(advice.allSatisfy { $0.message.contains("between(…, …)") })
  }

  @Test(
    arguments: [
      (["limit": 3], "dedupe", [:], true), (["offset": 3], "similar", [:], true),
      (["sortedBy": "filename"], "dedupe", [:], false), (["limit": 3], "load", [:], false),
      (["limit": 1], "dedupe", ["memory": "recent"], false),
    ] as [(ArgumentValue, String, ArgumentValue, Bool)])
  func aLimitInFrontOfAComparingStageIsAdvisedOf(
    filter: ArgumentValue, stage: String, options: ArgumentValue, isAdvised: Bool
  ) throws {
    let (limiting, comparing) = (
      StageCall("filter", filter, line: 7), StageCall(stage, options, line: 8)
    )
    let advice = try plan(limiting, StageCall("filter"), comparing).advice
    #expect(advice.map(\.line) == (isAdvised ? [7] : []))
    #expect(advice.allSatisfy { $0.message.contains("put it behind \(stage)") })
    #expect(try plan(comparing, limiting).advice.isEmpty)
  }

  @Test func problemsOfAllStagesComeInTheOrderOfTheLines() {
    #expect(
      problems([
        StageCall("source", ["albun": "x"], line: 2), StageCall("fitler", line: 4),
        StageCall("filter", ["limit": "x"], line: 3),
      ]) == [
        "2: source has no option called \"albun\"",
        "3: limit takes a whole number, 0 or more, not \"x\"",
        "4: no stage called \"fitler\"",
      ])
  }

  @Test(arguments: [
    ("within", ArgumentValue.integer(30), true), ("on", "today", true), ("on", "2024-12-31", false),
    ("after", "2024-12-31", false),
  ]) func aPlanKnowsWhetherItDependsOnItsMoment(
    word: String, value: ArgumentValue, depends: Bool
  ) throws {
    let builder = PlanBuilder(components: .builtin, rulePath: "a.lua", now: Scenario.noon)
    #expect(!builder.dependsOnMoment)
    _ = try builder.plan([
      StageCall("source"),
      StageCall(
        "filter", ["creationDate": .test(TestCall(name: word, arguments: [value], line: 1))]),
    ])
    #expect(builder.dependsOnMoment == depends)
    #expect(!builder.at(Scenario.noon).dependsOnMoment)
  }

  @Test func leadingTestsGoToTheSource() throws {
    let plan = try plan(
      StageCall("filter", ["filename": "a"]), StageCall("filter", ["pixelWidth": 1]))
    #expect(
      plan.query.predicate
        == .all([
          .equals(.filename, .text(TextConstant("a"))), .equals(.pixelWidth, .integer(1)),
        ]))
    #expect(plan.steps.isEmpty)
  }

  @Test func testsBehindALimitStay() throws {
    for option in ["limit", "offset"] {
      let plan = try plan(
        StageCall("filter", [option: 1]), StageCall("filter", ["pixelWidth": 1]))
      #expect(plan.query.predicate == .always)
      #expect(plan.steps.map(\.name) == ["limit", "filter"])
    }
  }

  @Test func testsBehindADedupeStay() throws {
    let plan = try plan(StageCall("dedupe"), StageCall("filter", ["filename": "a"]))
    #expect(plan.query.predicate == .always)
    #expect(plan.steps.last?.name == "filter")
  }

  @Test func testsOfLabelsStay() throws {
    let plan = try plan(
      StageCall("filter", ["labels": "a"]), StageCall("filter", ["filename": "b"]))
    #expect(plan.query.predicate == .equals(.filename, .text(TextConstant("b"))))
    #expect(plan.steps.map(\.name) == ["filter"])
  }

  @Test func stepsBeforeTheFirstThatNeedsOrderMayWorkSideBySide() throws {
    let plan = try plan(
      StageCall("filter", ["labels": "a"]), StageCall("filter", ["limit": 1]),
      StageCall("notify"))
    #expect(plan.steps.map(\.name) == ["filter", "limit", "notify"])
    #expect(plan.steps.firstIndex { $0.ordering == .source } == 1)
  }
}
