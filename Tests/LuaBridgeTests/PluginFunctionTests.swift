import LuaBridge
import Pipeline
import Testing

/// The functions of declared stages, called with options.
@Suite struct PluginFunctionTests {
  private let workbench = RuleWorkbench()

  private func rule(_ process: String) throws -> LoadedRule {
    try workbench.load(
      """
      local own = stage { name = "own", role = "classify", api = 1, summary = "x",
        options = { least = "number", more = "list" }, fields = { a = "number", b = "texts" },
        process = function(asset, o) \(process) end }
      return pipeline { source {}, own {}, filter(function(asset) return true end) }
      """)
  }

  private func values(
    _ process: String, least: Double? = 3, results: [String] = ["a", "b"]
  ) throws -> [FieldValue] {
    let rule = try rule(process)
    let evaluator = try rule.makeEvaluator()
    let function = try evaluator.bind(bound(rule, least: least, results: results))
    let batch = Batch(ordinal: 0, assets: [SyntheticAsset()])
    return try evaluator.values(of: function, on: batch)
  }

  private func bound(
    _ rule: LoadedRule, least: Double?, results: [String] = ["a", "b"]
  ) throws -> BoundFunction {
    let process = try #require(rule.plugins.first?.process)
    return BoundFunction(
      process,
      options: [
        .init("least", least.map(ArgumentValue.number)),
        .init("more", .list([.text("x"), .text("y")])),
      ], results: results)
  }

  @Test func optionsComeInAndNamedValuesComeOut() throws {
    let found = try values("return { b = o.more, a = o.least }")
    guard case .number(3) = found[0], case .texts(["x", "y"]) = found[1] else {
      Issue.record("\(found)")
      return
    }
    let unset = try values("return { a = o.least == nil and 1 or 2 }", least: nil)
    guard case .integer(1) = unset[0], case .absent = unset[1] else {
      Issue.record("\(unset)")
      return
    }
  }

  @Test func oneFieldMayStandAlone() throws {
    for process in ["return { 'p', 'q' }", "return { b = { 'p', 'q' } }"] {
      let found = try values(process, results: ["b"])
      guard found.count == 1, case .texts(["p", "q"]) = found[0] else {
        Issue.record("\(found)")
        continue
      }
    }
  }

  @Test func aFunctionIsBoundOnceForTheSameOptions() throws {
    let rule = try rule("return { a = o.least }")
    let evaluator = try rule.makeEvaluator()
    let first = try evaluator.bind(bound(rule, least: 1))
    #expect(try evaluator.bind(bound(rule, least: 1)) == first)
    #expect(try evaluator.bind(bound(rule, least: 2)) != first)
  }

  @Test func aStageIsDeclaredWhileTheRuleLoads() throws {
    let asset = SyntheticAsset()
    let rule = try workbench.load(
      "return pipeline { filter(function() stage { name = 'late' } return true end) }")
    #expect(try workbench.verdicts(of: rule, on: [asset]) == [false])
    #expect(
      asset.failure?.reason.hasSuffix("a stage is declared while the rule loads, not later") == true
    )
  }

  @Test(arguments: [
    ("options = many", "a plugin has at most 64 options, not 20000"),
    ("fields = many", "a plugin has at most 64 fields, not 20000"),
    (
      "fields = { a = { 'text', choices = list } }",
      "the choices of \"a\" are a list of 1 to 64 texts, not a list"
    ),
  ])
  func aHugeDeclarationIsRefusedAtOnce(_ member: String, _ message: String) {
    let problem = workbench.problem(
      """
      local list, many = {}, {}
      for place = 1, 20000 do
        list[place] = "x"
        many["x" .. place] = "number"
      end
      return stage { name = "own", role = "classify", api = 1, summary = "x", \(member),
        process = function() end }
      """)
    #expect(problem.contains(message), "\(problem)")
  }

  @Test func aDeclarationOfNothingButMistakesIsReported() {
    let problem = workbench.problem(
      """
      local wrong = { api = 1 }
      for place = 1, 20000 do wrong["member" .. place] = place end
      return stage(wrong)
      """)
    #expect(problem.contains("a plugin has no \"member1\""))
  }

  @Test func aNameThatTheRuleHasIsNotTaken() throws {
    #expect(
      workbench.problem(
        "stage { name = 'twin', role = 'filter', api = 1, summary = 'x', process = function() end }\n"
          + "stage { name = 'twin', role = 'filter', api = 1, summary = 'x', process = function() end }"
      )
        == "rules/a.lua:2: a plugin can't be called \"twin\", which is declared in rules/a.lua:1 already"
    )
  }
}
