import ProgramSupport
import TestSupport
import Testing

/// Rules that use stages which Lua files declare.
@Suite struct PluginRuleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.plugin(
      "aspect", role: "classify",
      """
      options = { digits = { "integer", "digits", default = 2 } },
      fields = { aspect = "number", shape = { "text", "its form", choices = { "wide", "tall" } } },
      """,
      process: """
        if not asset.pixelWidth then return nil end
        local factor = 10 ^ o.digits
        local ratio = math.floor(asset.pixelWidth / asset.pixelHeight * factor + 0.5) / factor
        return { aspect = ratio, shape = ratio > 1 and "wide" or "tall" }
        """)
  }

  @Test func fieldsFlowIntoTestsOrderAndRecords() async throws {
    let result = try await world.runRule(
      """
      use "aspect"
      return pipeline { source { stdin = true }, aspect { digits = 1 },
        filter { aspect = present, shape = "wide", sortedBy = "-aspect" } }
      """)
    #expect(result.errorText == "")
    #expect(
      result.lines.map { $0.suffix(29) }
        == [
          ":300,\"aspect\":2.7,\"shape\":\"wide\"}", ":300,\"aspect\":1.3,\"shape\":\"wide\"}",
        ].map { $0.suffix(29) })
  }

  @Test func requireGivesTheSameStage() async throws {
    let used = try await world.runRule(
      "use \"aspect\" return pipeline { source { stdin = true }, aspect {} }")
    let required = try await world.runRule(
      "return pipeline { source { stdin = true }, require(\"aspect\") {} }")
    #expect(used.lines.count == 4)
    #expect(used.output == required.output)
    #expect(used.lines[0].contains("\"aspect\":1.33,\"shape\":\"wide\""))
  }

  @Test func aPluginWorksBehindWhenAndInSeveralCallsOfItsOwnOptions() async throws {
    let result = try await world.runRule(
      """
      use "aspect"
      return pipeline { source { stdin = true },
        aspect { digits = 0, when = { pixelWidth = at_least(800) } },
        aspect { digits = 3, when = { pixelWidth = at_most(100) } } }
      """)
    #expect(result.lines.map { $0.contains("aspect") } == [false, true, true, false])
    #expect(result.lines[1].contains("\"aspect\":3"))
    #expect(result.lines[2].contains("\"aspect\":0.333"))
  }

  @Test func aFilterKeepsWhatItSaysYesTo() async throws {
    try world.plugin(
      "large", role: "filter", "options = { least = { \"number\", \"width\", required = true } },",
      process: "return (asset.pixelWidth or 0) >= o.least")
    let result = try await world.runRule(
      "use \"large\" return pipeline { source { stdin = true }, large { least = 400 } }")
    #expect(try result.records().map(\.localIdentifier) == ["a", "b"])
    let unset = try await world.runRule(
      "use \"large\" return pipeline { source { stdin = true }, large {} }")
    #expect(unset.status == .exited(65))
    #expect(unset.errorText.contains("rule.lua:1: large needs least, a number"))
  }

  @Test func aMapChangesMembersOfTheRecord() async throws {
    try world.plugin(
      "raise", role: "map", "fields = { rating = \"number\" },",
      process: "if asset.rating then return { rating = asset.rating + 1 } end")
    let rule = try world.rule(
      "use \"raise\" return pipeline { source { stdin = true }, raise {} }")
    let lines = "{\"filename\":\"a\",\"rating\":3}\n{\"filename\":\"b\"}\n"
    let result = try await world.run("run", rule, input: lines)
    #expect(result.errorText == "")
    #expect(result.lines[0].contains("\"rating\":4"))
    #expect(!result.lines[0].contains("\"rating\":3"))
    #expect(!result.lines[1].contains("rating"))
    try world.plugin(
      "retitle", role: "map", "fields = { title = \"text\" },", process: "return { title = \"x\" }")
    let fact = try await world.run(
      "run", "-e", "use \"retitle\" return pipeline { source { stdin = true }, retitle {} }")
    #expect(fact.status == .exited(65))
    #expect(fact.errorText.contains("\"title\" is a fact of the file or the library"))
  }

  @Test func aKeySaysWhatIsADuplicate() async throws {
    try world.plugin(
      "step", role: "key", "options = { size = { \"integer\", \"the step\", default = 1000 } },",
      process: "return asset.pixelWidth and asset.pixelWidth // o.size")
    let result = try await world.runRule(
      "use \"step\" return pipeline { source { stdin = true }, dedupe { by = step {} } }")
    #expect(result.errorText == "")
    // An asset without a key is like no other.
    #expect(try result.records().map(\.localIdentifier) == ["a", "d"])
    let groups = try await world.runRule(
      """
      use "step"
      return pipeline { source { stdin = true },
        dedupe { by = step { size = 500 }, show = "groups", keep = "best" } }
      """)
    #expect(try groups.records().map(\.localIdentifier) == ["a", "c"])
    #expect(groups.lines[1].contains("\"duplicateOf\":\"a\""))
    let function = try await world.runRule(
      """
      return pipeline { source { stdin = true },
        dedupe { by = function(asset) return asset.pixelHeight end } }
      """)
    #expect(try function.records().map(\.localIdentifier) == ["a", "d"])
    let remembered = try await world.runRule(
      "use \"step\" return pipeline { source { stdin = true }, dedupe { by = step {}, memory = \"m\" } }"
    )
    #expect(remembered.errorText.contains("a memory remembers contents, not keys"))
  }

  @Test func valuesStandInOptionsAndNowhereElse() async throws {
    try world.plugin("caption", role: "text", "", process: "return asset.filename")
    let bare = try await world.runRule(
      "use \"caption\" return pipeline { source { stdin = true }, caption {} }")
    #expect(bare.status == .exited(65))
    #expect(bare.errorText.contains("as in notify { title = caption {} }"))
    let wrong = try await world.runRule(
      "use \"aspect\" return pipeline { source { stdin = true }, notify { title = aspect {} } }")
    #expect(
      wrong.errorText.contains(
        "title takes a plugin whose role is text, and that of aspect is classify"))
    let right = try await world.runRule(
      "use \"caption\" return pipeline { source { stdin = true }, notify { title = caption {}, body = caption {} } }"
    )
    #expect(right.errorText == "")
    #expect(right.lines.count == 4)
  }

  @Test func checkAndExplainTreatItAsABuiltInStage() async throws {
    let rule = try world.rule(
      """
      use "aspect"
      return pipeline { source {},
        aspect { digits = "x", digts = 3 },
        filter { asect = 3, shape = "widee" } }
      """)
    let check = try await world.run("check", rule)
    #expect(check.status == .exited(65))
    #expect(
      check.errorLines.filter { $0.hasPrefix(rule) } == [
        "\(rule):3: digits takes a whole number, 0 or more, not \"x\"",
        "\(rule):3: aspect has no option called \"digts\"; did you mean \"digits\"?",
        "\(rule):4: no field called \"asect\"; did you mean \"aspect\"?",
        "\(rule):4: shape is never \"widee\"; did you mean \"wide\"?",
      ])
    let good = try world.rule(
      "use \"aspect\" return pipeline { source { stdin = true }, aspect { digits = 1 } }",
      named: "good.lua")
    let explained = try await world.run("explain", good)
    #expect(explained.lines.contains { $0.hasPrefix("adds") && $0.contains("aspect (number)") })
    #expect(explained.lines.contains { $0.hasPrefix("aspect") && $0.contains("digits = 1") })
  }

  @Test func aPluginIsFoundBesideTheRuleFirstAndNeverInTheFolderAtHand() async throws {
    try world.directory.write(
      "return stage { name = \"aspect\", role = \"filter\", api = 1, summary = \"x\","
        + " process = function() return false end }", to: "rules/aspect.lua")
    try world.directory.write(
      "use \"aspect\" return pipeline { source { stdin = true }, aspect {} }",
      to: "rules/own.lua")
    let own = try await world.run("run", "rules/own.lua", input: "{\"filename\":\"a\"}\n")
    #expect(own.output.isEmpty)
    try world.directory.write(
      "return stage { name = \"here\", role = \"filter\", api = 1, summary = \"x\","
        + " process = function() return true end }", to: "here.lua")
    let stray = try await world.run(
      "run", "-e", "use \"here\" return pipeline { source { stdin = true }, here {} }", input: "")
    #expect(stray.status == .exited(65))
    #expect(stray.errorText.contains("no module \"here\""))
  }

  @Test func aPluginRequiresItsSiblings() async throws {
    try world.directory.write(
      "return { limit = 500 }", to: "config/shotflow/plugins/big/limits.lua")
    try world.directory.write(
      """
      local limits = require("big.limits")
      return stage { name = "big", role = "filter", api = { 1, 2 }, summary = "x",
        process = function(asset) return (asset.pixelWidth or 0) > limits.limit end }
      """, to: "config/shotflow/plugins/big/init.lua")
    let result = try await world.runRule(
      "use \"big\" return pipeline { source { stdin = true }, big {} }")
    #expect(try result.records().map(\.localIdentifier) == ["b"])
  }

  @Test func aPluginIsPartOfWhatIsPermitted() async throws {
    try world.picture()
    let rule = try world.rule(
      "use \"aspect\" return pipeline { source { library = \"pictures\" }, aspect {} }")
    #expect(
      try await world.run("auth", "grant", rule, "--library", world.library).status == .exited(0))
    #expect(try await world.run("run", rule).lines.count == 1)
    try world.plugin(
      "aspect", role: "filter", "", process: "return asset.filename ~= nil")
    let result = try await world.run("run", rule)
    #expect(result.status == .exited(77))
    #expect(result.output.isEmpty)
  }
}
