import LuaBridge
import Pipeline
import Testing

@Suite struct RequireTests {
  private let workbench = RuleWorkbench()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func problem(_ source: String, libraries: [String] = []) throws -> String {
    let path = try folder.write("rules/a.lua", source)
    do throws(RuleProblem) {
      let file = try RuleFile(path: path, libraries: libraries)
      return try workbench.load(file).about ?? "no problem"
    } catch {
      return error.description.replacing(folder.path, with: "…")
    }
  }

  @Test func modulesComeFromBesideTheRuleAndRunOnce() throws {
    try folder.write("rules/part.lua", "number = (number or 0) + 1 return { name = ... }")
    try folder.write("rules/deep/er.lua", "return 'deeper'")
    let source = """
      number = 0
      local same = require("part") == require("part")
      local about = ("%s %s %s %d"):format(same, require("part").name, require("deep.er"), number)
      return pipeline { about = about, source {} }
      """
    #expect(try problem(source) == "true part deeper 1")
  }

  @Test func librariesAreLookedInAfterTheRulesFolder() throws {
    try folder.write("library/part.lua", "return 'library'")
    let source = "return pipeline { about = require('part'), source {} }"
    #expect(try problem(source, libraries: ["\(folder.path)/library"]) == "library")
    try folder.write("rules/part.lua", "return 'own'")
    #expect(try problem(source, libraries: ["\(folder.path)/library"]) == "own")
  }

  @Test(arguments: [
    "../secret", "/etc/passwd", "a..b", ".a", "a.", "A", "a/b", "a\\0b", "", "a-b", "1a",
  ])
  func onlyPlainNamesAreModules(name: String) throws {
    try folder.write("secret.lua", "return 'secret'")
    #expect(
      try problem("require '\(name)'")
        == "…/rules/a.lua:1: a module's name is made of a-z, 0-9 and _, parts joined by dots")
  }

  @Test func symbolicLinksAreNotFollowed() throws {
    try folder.write("secret.lua", "return 'secret'")
    try folder.write("outside/part.lua", "return 'secret'")
    try folder.write("rules/part.lua", "return 1")
    try folder.link("rules/linked.lua", to: "../secret.lua")
    try folder.link("rules/folder", to: "../outside")
    #expect(
      try problem("require 'linked'")
        == "…/rules/a.lua:1: no module \"linked\": linked.lua is a symbolic link")
    #expect(try problem("return require 'folder.part'").hasPrefix("…/rules/a.lua:1: no module"))
  }

  @Test func everyWorkerGetsTheTextsOfTheFirstLoad() throws {
    try folder.write("rules/part.lua", "return function(asset) return true end")
    let path = try folder.write(
      "rules/a.lua", "return pipeline { filter(require('part')) }")
    let rule = try workbench.load(RuleFile(path: path))
    try folder.write("rules/part.lua", "return function(asset) return false end")
    #expect(try workbench.verdicts(of: rule, on: [SyntheticAsset()]) == [true])
  }

  @Test func noModuleIsReadOnceTheRuleIsLoaded() throws {
    try folder.write("rules/late.lua", "return true")
    let path = try folder.write(
      "rules/a.lua", "return pipeline { filter(function() return require('late') end) }")
    let rule = try workbench.load(RuleFile(path: path))
    let asset = SyntheticAsset()
    #expect(try workbench.verdicts(of: rule, on: [asset]) == [false])
    #expect(
      asset.failure?.reason.hasSuffix(
        "a.lua:1: no module \"late\": modules are loaded with the rule, not later") == true)
  }

  @Test(.enabled(if: RuleWorkbench.knows("classify"))) func aModuleGivesStagesOfItsOwn() throws {
    let module = try folder.write(
      "rules/receipts.lua",
      """
      return function(options)
        return {
          classify { receipt = function(asset) return true end },
          filter { labels = has("receipt"),
                   pixelWidth = at_least(options.width) },
        }
      end
      """)
    let path = try folder.write(
      "rules/a.lua",
      "local receipts = require 'receipts'\nreturn pipeline { source {}, receipts { width = 3 } }")
    let rule = try workbench.load(RuleFile(path: path))
    #expect(rule.stages.map(\.name) == ["source", "classify", "filter"])
    #expect(rule.stages.map(\.line) == [2, 3, 4])
    #expect(rule.stages.map(\.path) == [path, module, module])
  }

  @Test func aMissingModuleIsAnErrorThatARuleCanHandle() throws {
    #expect(
      try problem("require 'none'")
        == "…/rules/a.lua:1: no module \"none\": there is no none.lua beside the rule"
        + " or among the plugins")
    let source = "return pipeline { about = tostring(pcall(require, 'none')), source {} }"
    #expect(try problem(source) == "false")
  }

  @Test func aCycleIsAnError() throws {
    try folder.write("rules/one.lua", "return require 'two'")
    try folder.write("rules/two.lua", "return require 'one'")
    #expect(
      try problem("require 'one'")
        == "…/rules/two.lua:1: module \"one\" is required by itself while it is loaded")
  }

  @Test func problemsInAModuleNameTheModule() throws {
    try folder.write("rules/broken.lua", "local x\nx = = 1")
    try folder.write("rules/failing.lua", "\nlocal x\nreturn x.y")
    try folder.write("rules/endless.lua", "\nwhile true do end")
    #expect(
      try problem("require 'broken'") == "…/rules/broken.lua:2: unexpected symbol near '='")
    #expect(
      try problem("require 'failing'")
        == "…/rules/failing.lua:3: attempt to index a nil value (local 'x')")
    #expect(try problem("require 'endless'").hasPrefix("…/rules/endless.lua:2: the rule ran"))
  }

  @Test func noFileTakesTheLibrariesPlace() throws {
    try folder.write("rules/string.lua", "return 'mine'")
    let source = "return pipeline { about = tostring(require('string') == string), source {} }"
    #expect(try problem(source) == "true")
  }

  @Test func aModuleThatIsNoRegularTextIsRefused() throws {
    try folder.write("rules/folder.lua/x", "")
    try folder.link("rules/zero.lua", to: "/dev/zero")
    #expect(try problem("require 'folder'").contains("folder.lua is a folder"))
    #expect(try problem("require 'zero'").contains("symbolic link"))
  }
}
