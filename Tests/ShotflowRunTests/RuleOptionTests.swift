import ProgramSupport
import TestSupport
import Testing

/// Options that a rule declares, on the command line.
@Suite struct RuleOptionTests {
  @Test(arguments: [["--window", "2m"], ["--window=2m"], ["--window", "120s"]])
  func takesAValue(words: [String]) async throws {
    let world = try ProgramWorld()
    try world.picture()
    let usual = [
      "run", ProgramWorld.recentRule, "--library", world.library, "--now", "2015-09-27T21:31:00Z",
      "--exit-status",
    ]
    #expect(try await world.program(usual).result().status == .exited(1))
    #expect(try await world.program(usual + words).result().status == .exited(0))
  }

  @Test func standsInFrontOfTheOptionsOfEveryRun() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let result = try await world.run(
      "run", ProgramWorld.recentRule, "--window", "2m", "--now", "2015-09-27T21:31:00Z",
      "--library", world.library)
    #expect(try result.records().count == 1)
  }

  @Test func aWordForFalseBehindABooleanIsRefused() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let rule = try world.rule(
      "local o = options { all = { true, \"all\" } } return pipeline { source { stdin = o.all } }")
    for word in ["false", "no", "off", "0"] {
      let result = try await world.run("run", rule, "--all", word)
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains("did you mean \"--no-all\"?"), "\(result.errorText)")
    }
    for words in [["--no-all"], ["--all=false"], ["--all=no"]] {
      let result = try await world.program(["run", rule, "-l", world.library] + words).result()
      #expect(result.lines.count == 1, "\(result.errorText)")
    }
    #expect(try await world.run("run", rule, "--help").text.contains("--all, --no-all "))
  }

  /// The rule is loaded once, with the options of the command line.
  @Test func aRuleMayRefuseItsOwnDefaults() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let rule = try world.rule(
      """
      local o = options { most = { 0, "how many" } }
      print("at most " .. o.most)
      if o.most < 1 then error("give --most") end
      return pipeline { source {}, filter { limit = o.most } }
      """)
    let result = try await world.run("run", rule, "--most", "2", "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(try result.records().count == 1)
    #expect(result.errorLines.count { $0.contains("at most") } == 1, "\(result.errorText)")
    let refused = try await world.run("run", rule, "--library", world.library)
    #expect(refused.status == .exited(65))
    #expect(refused.errorText.contains("give --most"))
    let unknown = try await world.run("run", rule, "--mots", "2", "--library", world.library)
    #expect(unknown.status == .exited(64))
    #expect(unknown.errorText.contains("did you mean \"--most\"?"), "\(unknown.errorText)")
  }

  @Test func listsThemInHelp() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("run", ProgramWorld.recentRule, "--help")
    #expect(result.status == .exited(0))
    #expect(result.text.contains("--window <duration>"))
    #expect(result.text.contains("how recent the screenshot must be"))
    #expect(result.text.contains("default: 30s"))
    #expect(result.text.contains("--dismiss"))
    #expect(result.errorText == "")
  }

  @Test func namesTheOptionOfAWrongValue() async throws {
    let world = try ProgramWorld()
    let result = try await world.runRecent("--window", "soon")
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("--window"))
    #expect(result.errorText.contains("\"soon\""))
  }

  @Test(arguments: [
    (["--windwo", "2m"], "did you mean \"--window\"?"),
    (["--windwo=2m"], "did you mean \"--window\"?"),
    (["--libary", "x"], "did you mean \"--library\"?"),
    (["--frobnicate"], "no option \"--frobnicate\""),
    (["-x"], "unknown option \"-x\""),
  ])
  func refusesAnUnknownOption(words: [String], message: String) async throws {
    let world = try ProgramWorld()
    let result = try await world.program(["run", ProgramWorld.recentRule] + words).result()
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains(message))
  }

  @Test func missesAValue() async throws {
    let world = try ProgramWorld()
    let result = try await world.runRecent("--window")
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("--window takes a duration"))
  }

  @Test func switchesABoolean() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    let rule = try world.rule(
      """
      local o = options { only_video = { false, "videos only" }, all = { true, "everything" } }
      return pipeline {
        source {},
        filter(function() return o.all and not o.only_video end),
      }
      """)
    let usual = ["run", rule, "--library", world.library]
    #expect(try await world.program(usual).result().records().count == 1)
    #expect(try await world.program(usual + ["--only-video"]).result().records().count == 0)
    #expect(try await world.program(usual + ["--no-all"]).result().records().count == 0)
  }

  @Test func printsOnceWhenOptionsAreGiven() async throws {
    let world = try ProgramWorld()
    let rule = try world.rule(
      """
      local o = options { count = { 1, "a number" } }
      print("count is", o.count)
      return pipeline { source { stdin = true } }
      """)
    let result = try await world.run("run", rule, "--count", "7")
    #expect(result.errorText == "shotflow: count is\\t7\n")
  }

  @Test func refusesFilesBesideALibrary() async throws {
    let world = try ProgramWorld()
    let picture = try world.picture()
    for (name, status) in [(picture, 64), ("some.png", 66)] as [(String, Int32)] {
      let result = try await world.runRecent(name)
      #expect(result.status == .exited(status))
      #expect(result.text == "")
      #expect(result.errorText.contains(name))
    }
  }
}
