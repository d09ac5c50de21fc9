import ProgramSupport
import TestSupport
import Testing

/// The user's settings, and the commands that show them.
@Suite struct ConfigTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png")
    try world.picture("b.png", seed: 2)
    try world.picture("c.png", seed: 3)
    try world.directory.write(
      """
      local o = options { limit = { 1, "how many" }, names = { { "*" }, "names" } }
      local tests = {}
      for place, name in ipairs(o.names) do tests[place] = { filename = like(name) } end
      return pipeline { source {}, filter { any = tests, sortedBy = "filename", limit = o.limit } }
      """, to: "config/shotflow/rules/few.lua")
  }

  private func configure(_ text: String) throws {
    try world.directory.write("return { \(text) }\n", to: "config/shotflow/config.lua")
  }

  private var configuration: String { world.path("config/shotflow/config.lua") }

  private func names(_ words: String...) async throws -> [String?] {
    let result = try await world.program(["run", "few", "-l", world.library] + words).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().map(\.filename)
  }

  @Test func aRuleThatIsFoundByNameHasItsOptions() async throws {
    #expect(try await names() == ["a.png"])
    try configure("rules = { few = { limit = 2, names = { \"b*\", \"c,*\", \"c*\" } } }")
    #expect(try await names() == ["b.png", "c.png"])
    // The command line wins, option by option.
    #expect(try await names("--limit", "1") == ["b.png"])
    #expect(try await names("--names", "a*") == ["a.png"])
    let explained = try await world.run("explain", "few", "-l", world.library)
    #expect(explained.lines.contains("option   --limit = 2"))
    // A file of that name is another rule.
    let path = world.path("config/shotflow/rules/few.lua")
    #expect(try await world.run("run", path, "-l", world.library).lines.count == 1)
  }

  @Test(arguments: [
    (
      "rules = { few = { limt = 2 } }",
      "the rule \"few\" has no option \"limt\"; did you mean \"limit\"?"
    ),
    ("rules = { few = { limit = \"x\" } }", "option --limit: \"x\" is not a whole number"),
    ("rules = { few = { limit = {} } }", "option --limit: \"\" is not a whole number"),
    ("rules = { few = { limit = { a = 1 } } }", "limit takes a whole number, not a table"),
  ])
  func aWrongOptionOfARuleIsReportedWithItsPlace(settings: String, message: String) async throws {
    try configure(settings)
    for words in [["run", "few", "-l", world.library], ["config", "check"]] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(64))
      #expect(result.text == "")
      #expect(
        result.errorText.hasPrefix("\(configuration):1: \(message)"), "\(result.errorText)")
    }
    // Of no use for another rule, and no reason to refuse it.
    #expect(
      try await world.run("run", ProgramWorld.recentRule, "-l", world.library).status == .exited(0))
  }

  @Test func aMissingRuleIsReportedByTheCheck() async throws {
    try configure("rules = { fwe = {} }")
    let result = try await world.run("config", "check")
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("no rule is called \"fwe\"; did you mean \"few\"?"))
    #expect(try await world.run("run", "few", "-l", world.library).status == .exited(0))
  }

  @Test func optionsOfARunCanBeSet() async throws {
    try configure("color = \"always\", progress = \"json\"")
    let result = try await world.run("run", "few", "-l", world.library)
    #expect(result.errorText.contains("\"type\":\"progress\""))
    let silent = try await world.run("run", "few", "-l", world.library, "--progress", "none")
    #expect(silent.errorText == "")
    let reported = try await world.run("run", "nothing")
    #expect(reported.errorText.hasPrefix("\u{1B}["))
    let never = try await world.run("run", "nothing", "--color", "never")
    #expect(never.errorText.hasPrefix("shotflow:"))
  }

  @Test func whatHoldsIsShownWithItsOrigin() async throws {
    try configure(
      "library = \"\(world.library)\", color = \"never\", rules = { few = { limit = 2 } }")
    struct Line: Decodable, Equatable { let name, value, origin: String }
    let result = try await world.run("config", "show")
    #expect(
      try result.decodedLines(as: Line.self) == [
        Line(name: "library", value: world.library, origin: configuration),
        Line(name: "color", value: "never", origin: configuration),
        Line(name: "format", value: "auto", origin: "default"),
        Line(name: "progress", value: "auto", origin: "default"),
        Line(name: "rules.few.limit", value: "2", origin: configuration),
      ])
    var program = world.program(["config", "show"])
    program.environment["SHOTFLOW_LIBRARY"] = "/elsewhere"
    let named = try await program.result().decodedLines(as: Line.self)
    #expect(named[0] == Line(name: "library", value: "/elsewhere", origin: "SHOTFLOW_LIBRARY"))
    #expect(try await world.run("config", "check").text == "\(configuration): ok\n")
    #expect(try await world.run("config", "path").text == "\(configuration)\n")
  }

  @Test func withoutAFileAllIsUsual() async throws {
    let check = try await world.run("config", "check")
    #expect(check.status == .exited(0))
    #expect(check.errorText == "shotflow: there is no \"\(configuration)\", and none is needed\n")
    #expect(try await world.run("config", "path").text == "\(configuration)\n")
  }

  @Test func whatTheFilePrintsDrivesNoTerminal() async throws {
    try world.directory.write(
      "print(\"\\27[2Jhello\") return {}", to: "config/shotflow/config.lua")
    let result = try await world.run("run", "few", "-l", world.library)
    #expect(result.errorText == "shotflow: \\x1b[2Jhello\n")
    #expect(result.lines.count == 1)
  }
}
