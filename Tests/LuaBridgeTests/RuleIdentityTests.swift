import LuaBridge
import Pipeline
import Testing

/// By what a rule is known, and what it says that it needs.
@Suite struct RuleIdentityTests {
  private let workbench = RuleWorkbench()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func digest(_ text: String) throws -> String {
    try workbench.load(RuleFile(path: folder.write("rules/a.lua", text))).identity().digest
  }

  @Test func aModuleThatIsRequiredCounts() throws {
    let text = "require 'part' return pipeline { source {} }"
    try folder.write("rules/part.lua", "return 1")
    try folder.write("rules/other.lua", "return 1")
    let before = try digest(text)
    #expect(try digest(text) == before)
    try folder.write("rules/other.lua", "return 2")
    #expect(try digest(text) == before)
    try folder.write("rules/part.lua", "return 2")
    #expect(try digest(text) != before)
    #expect(try digest("require 'other' return pipeline { source {} }") != before)
  }

  @Test func laterLoadsGetTheModulesOfTheFirst() throws {
    try folder.write("rules/part.lua", "return function() return true end")
    let text = "return pipeline { source {}, filter(require('part')) }"
    let rule = try workbench.load(RuleFile(path: folder.write("rules/a.lua", text)))
    try folder.write("rules/part.lua", "return function() return false end")
    #expect(try workbench.verdicts(of: rule, on: [SyntheticAsset()]) == [true])
  }

  @Test func aModuleCantComeLater() throws {
    try folder.write("rules/late.lua", "return true")
    let text = """
      return pipeline { source {}, filter(function() return not pcall(require, 'late') end) }
      """
    let rule = try workbench.load(RuleFile(path: folder.write("rules/a.lua", text)))
    #expect(try workbench.verdicts(of: rule, on: [SyntheticAsset()]) == [true])
  }

  @Test func reasonsAndCapabilitiesAreReported() throws {
    let rule = try workbench.load(
      """
      return pipeline {
        wants = { "the newest of each trip", "network", exec = "to convert", },
        source {},
      }
      """)
    #expect(rule.wants == ["the newest of each trip"])
    #expect(
      Set(rule.requirements) == [
        RequestedCapability(.network), RequestedCapability(.exec, reason: "to convert"),
      ])
    #expect(try workbench.load("return pipeline { wants = 'all', source {} }").wants == ["all"])
  }

  @Test(arguments: [
    ("{ exce = 'x' }", "wants knows no \"exce\""), ("{ 'netwrok' }", "did you mean \"network\"?"),
    ("{ 1 }", "wants holds texts, not a number"), ("{ exec = true }", "wants holds texts"),
    ("true", "wants is a text or a table of texts"),
    ("{ ('x'):rep(1001) }", "at most 1000 bytes"),
    ("{ 'a','a','a','a','a','a','a','a','a','a','a','a','a','a','a','a','a' }", "at most 16"),
  ])
  func otherWantsAreRefused(_ wants: String, _ problem: String) {
    #expect(workbench.problem("return pipeline { wants = \(wants), source {} }").contains(problem))
  }
}
