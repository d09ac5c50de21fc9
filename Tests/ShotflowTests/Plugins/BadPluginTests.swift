import ProgramSupport
import TestSupport
import Testing

/// Plugins that are wrong, or do wrong: each is named, and contained.
@Suite struct BadPluginTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func use(_ name: String, _ options: String = "") async throws -> ProgramResult {
    try await world.runRule(
      "use \"\(name)\"\nreturn pipeline { source { stdin = true },\n  \(name) { \(options) } }")
  }

  @Test func aPluginThatThrowsFailsForThatAssetAlone() async throws {
    let path = try world.plugin(
      "picky", role: "filter", "",
      process: "if asset.filename == \"b.jpg\" then\nerror(\"no good\") end return true")
    let result = try await use("picky")
    #expect(result.status == .exited(3))
    #expect(try result.records().map(\.localIdentifier) == ["a", "c", "d"])
    #expect(
      result.errorText
        == "shotflow: b: \(path):5: no good (used in \(world.path("rule.lua")):3)\n")
    let stopped = try await use("picky", "onError = \"stop\"")
    #expect(stopped.status == .exited(3))
    #expect(stopped.output.isEmpty)
    #expect(stopped.errorText.contains("\(path):5: no good"))
  }

  @Test(arguments: [
    ("while true do end", "the rule ran "),
    ("local t = {} for i = 1, 1e9 do t[i] = (\"x\"):rep(1e6) .. i end", "the rule needed more "),
  ])
  func aPluginThatHangsOrEatsMemoryIsEnded(_ work: String, _ message: String) async throws {
    let path = try world.plugin("greedy", role: "filter", "", process: "\n\(work)")
    let result = try await use("greedy")
    #expect(result.status == .exited(65))
    #expect(result.output.isEmpty)
    // On a busy computer the bound of time may come first.
    let isNamed = [4, 5].contains { result.errorText.hasPrefix("\(path):\($0): \(message)") }
    #expect(isNamed, "\(result.errorText)")
    #expect(
      result.errorText.contains(" on the asset \"a\" (used in \(world.path("rule.lua")):3)"))
  }

  @Test func aPluginThatHangsWhileItLoadsIsEnded() async throws {
    let path = try world.plugin("slow", "while true do end")
    let result = try await use("slow")
    #expect(result.status == .exited(65))
    #expect(result.errorText.hasPrefix("\(path):1: the rule ran"))
    #expect(result.errorText.contains("(used in \(world.path("rule.lua")):1)"))
  }

  @Test(arguments: [
    ("filter", "a stage that comes with the program"), ("within", "a word of every rule"),
    ("use", "a word of every rule"), ("math", "a word of every rule"),
  ])
  func noPluginTakesANameThatIsTaken(_ name: String, _ owner: String) async throws {
    let path = try world.plugin(
      "thief",
      "return stage { name = \"\(name)\", role = \"filter\", api = 1, summary = \"x\","
        + " process = function() end }")
    let result = try await use("thief")
    #expect(result.status == .exited(65))
    #expect(
      result.errorText.hasPrefix(
        "\(path):1: a plugin can't be called \"\(name)\", which is \(owner)"))
  }

  @Test func noFileTakesThePlaceOfAPluginThatShips() async throws {
    let text =
      "return stage { name = \"known\", role = \"filter\", api = 1, summary = \"x\","
      + " process = function() return true end }"
    try world.directory.write(text, to: "share/plugins/known.lua")
    let own = try world.plugin("known", text)
    let rule = try world.rule(
      "use \"known\" return pipeline { source { stdin = true }, known {} }")
    var program = world.program(["run", rule])
    program.environment["SHOTFLOW_SHARE"] = world.path("share")
    let result = try await program.result()
    #expect(result.status == .exited(65))
    #expect(
      result.errorText.contains("\(own) has the name of a plugin that comes with the program"))
  }

  @Test func everythingWrongWithADeclarationIsNamedInItsLine() async throws {
    let path = try world.plugin(
      "bad",
      """
      return stage {
        name = "bad", role = "clasify", api = { 1, 1 },
        summry = "x", summary = "x",
        options = { digits = { "intger", "digits" },
          size = { "integer", "a size", default = "big" } },
        fields = { title = "number",
          mood = "txt" },
        process = function() end,
      }
      """)
    let result = try await use("bad")
    #expect(result.status == .exited(65))
    let places = result.errorLines.compactMap { line in
      line.hasPrefix(path) ? line.dropFirst(path.count + 1) : nil
    }
    let wanted = [
      "2: the role of a plugin is one of classify, filter, map, key, text, not \"clasify\"",
      "3: a plugin has no \"summry\"",
      "4: the option \"digits\" is of one of the types text, integer,",
      "5: the default of \"size\" is \"big\", and the option takes a whole number, 0 or more",
      "6: \"title\" is a name that every rule knows already",
      "7: the field \"mood\" is of one of the types flag, integer,",
    ]
    for (place, text) in zip(places, wanted) { #expect(place.hasPrefix(text), "\(place)") }
    #expect(places.count == wanted.count)
    #expect(result.errorText.contains("did you mean \"integer\"?"))
  }

  @Test(arguments: [
    ("{ 2, 3 }", "the plugin needs contract 2 to 3, and this program has 1"),
    ("9", "the plugin needs contract 9, and this program has 1"),
    ("{ 0, 0 }", "the plugin was written for contract 0, and this program has 1"),
    ("\"new\"", "a plugin says which versions of the contract it was written for"),
  ])
  func anotherContractIsRefusedWithItsCause(_ api: String, _ message: String) async throws {
    let path = try world.plugin(
      "newer", "return stage { name = \"newer\", role = \"sky\", api = \(api), whatever = true }")
    let result = try await use("newer")
    #expect(result.status == .exited(65))
    // Nothing else can be said of a plugin of another contract.
    #expect(result.errorLines.filter { $0.hasPrefix(path) }.count == 1)
    #expect(result.errorText.hasPrefix("\(path):1: \(message)"), "\(result.errorText)")
  }

  @Test(arguments: [
    ("return \"much\"", "much is a number, and process gave another value"),
    ("return { mch = 1 }", "has \"mch\", which the plugin does not describe"),
    ("return { much = function() end }", "has a value of \"much\" that can't be a function"),
    ("return o.nothing", "the plugin has no option \"nothing\""),
    ("o.least = 3 return 1", "options are read-only"),
  ])
  func aWrongResultIsTheAssetsFailure(_ work: String, _ message: String) async throws {
    let path = try world.plugin(
      "wrong", role: "classify",
      "fields = { much = \"number\" }, options = { least = \"number\" },", process: work)
    let result = try await use("wrong")
    #expect(result.status == .exited(3))
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("\(path):4: "), "\(result.errorText)")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.errorText.contains("(used in \(world.path("rule.lua")):3)"))
  }

  @Test func aFieldThatDoesNotExistIsFoundByCheck() async throws {
    let path = try world.plugin(
      "blind", role: "filter", "", process: "\nreturn asset.pixelWidht == 3")
    let rule = try world.rule(
      "use \"blind\" return pipeline { source { stdin = true }, blind {} }")
    let result = try await world.run("check", rule)
    #expect(result.status == .exited(65))
    #expect(
      result.errorText.hasPrefix(
        "\(path):5: an asset has no field \"pixelWidht\"; did you mean \"pixelWidth\"?"))
  }

  @Test func aPluginThatIsNotUsedOrNotThereIsNamedInItsLine() async throws {
    _ = try world.plugin("picky", role: "filter", "", process: "return true")
    let unused = try await world.runRule("return pipeline { source {}, picky {} }")
    #expect(
      unused.errorText.contains(
        "rule.lua:1: unknown function \"picky\"; it is a plugin, so the rule says: use \"picky\""))
    let absent = try await world.runRule("\nuse \"pickled\"\nreturn pipeline { source {} }")
    #expect(absent.errorText.contains("rule.lua:2: no module \"pickled\""))
  }

  @Test func aPluginIsNoRuleAndAModuleIsNoPlugin() async throws {
    let path = try world.plugin("plain", role: "filter", "", process: "return true")
    let run = try await world.run("run", path)
    #expect(run.status == .exited(65))
    #expect(run.errorText.contains("this is a plugin, which rules use"))
    try world.plugin("module", "return { 1 }")
    #expect(try await use("module").errorText.contains("\"module\" is no plugin"))
    let forgotten = try await world.runRule(
      "use \"plain\" return pipeline { source { stdin = true }, plain }")
    #expect(forgotten.errorText.contains("plain is a stage; call it, as in plain { }"))
  }
}
