import ProgramSupport
import TestSupport
import Testing

/// The problems of a rule that `check` and a run report, all at once, and the code that they
/// accept.
@Suite struct CheckedRuleTests {
  @Test func everythingIsFoundInOneRun() async throws {
    let world = try ProgramWorld()
    _ = try world.rule(
      """
      return pipeline {
        sorce { albun = "x" },
        fliter { mediatype = "image" },
        filter { mediaType == "image" },
        filter { location = near(95, 18.64, "5km"), creationDate = on("2024-12") },
        filter(function(asset) return asset.filenam == os.date() end),
        dedupe { by = "md5" },
      }
      """)
    let result = try await world.run("check", "rule.lua")
    #expect(result.status == .exited(65))
    let places = result.errorLines.filter { $0.hasPrefix("rule.lua:") }.map { $0.prefix(11) }
    let lines = [2, 2, 3, 3, 4, 5, 5, 6, 6, 7]
    #expect(places == lines.map { "rule.lua:\($0):" }, "\(result.errorText)")
    for word in [
      "did you mean \"source\"?", "did you mean \"album\"?", "did you mean \"filter\"?",
      "did you mean \"mediaType\"?", "a table takes one =", "not 95", "not \"2024-12\"",
      "did you mean \"filename\"?", "a rule has no os", "not \"md5\"",
    ] {
      #expect(result.errorText.contains(word), "\(word)")
    }
    let run = try await world.run("run", "rule.lua", "--library", "pictures")
    #expect(run.status == .exited(65) && run.errorText == result.errorText)
  }

  @Test func aRangeThatIsWrittenAsAListIsAdvisedOf() async throws {
    let world = try ProgramWorld()
    _ = try world.rule(
      "return pipeline { source {},\n"
        + "  filter { creationDate = { after(\"2024-01-01\"), before(\"2024-02-01\") } } }")
    let result = try await world.run("check", "rule.lua")
    #expect(result.status == .exited(0) && result.text.contains("ok"))
    #expect(result.errorLines.count == 3, "\(result.errorText)")
    #expect(result.errorLines.first?.hasPrefix("rule.lua:2: a list means one of its tests") == true)
    let run = try await world.run("run", "rule.lua", "--library", "pictures")
    #expect(run.status == .exited(0) && run.errorText == "", "\(run.errorText)")
  }

  @Test func aMisspeltNameInAModuleThatIsOnlyTriedIsLeftAlone() async throws {
    let world = try ProgramWorld()
    try world.directory.write(
      "local ok = pcall(function() return elsewhere.thing() end)\n"
        + "return { tried = function() return elsewhere end, ok = ok }\n", to: "helpers.lua")
    _ = try world.rule(
      "local h = require \"helpers\"\n"
        + "return pipeline { source {}, filter(function() return h.tried() == nil end) }")
    let result = try await world.run("check", "rule.lua")
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  @Test func oneErrorOfManyAssetsIsReportedOnce() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule(
      "filter(function(a) if a.pixelWidth % 2 == 0 then error(\"boom\") end\n"
        + "if a.pixelWidth == 7 then error(\"other\") end return true end)")
    let input = (1...5000).map { ForeignRecord.line($0) + "\n" }.joined()
    let result = try await world.run("run", "rule.lua", "--stats", input: input)
    #expect(result.status == .exited(3))
    #expect(result.lines.count == 2499)
    let reported = result.errorLines.filter { $0.contains("rule.lua:") }
    #expect(
      reported == [
        "shotflow: /nowhere/IMG_2.PNG: rule.lua:1: boom",
        "shotflow: /nowhere/IMG_7.PNG: rule.lua:2: other",
        "shotflow: rule.lua:1: boom: the same for 2499 more assets",
      ], "\(reported)")
    #expect(result.errorText.contains("2501 failed"))
  }

  private static let rule = """
    local o = options {
      to = required("where to"), width = required("how wide", "number"),
      kind = { "image", "which kind" },
    }
    return pipeline {
      about = "Takes wide pictures.",
      source { stdin = true },
      filter { mediaType = o.kind, pixelWidth = at_least(o.width * 2), filename = like(o.to .. "*") },
    }
    """

  @Test func aRequiredOptionIsCheckedExplainedAndDemanded() async throws {
    let world = try ProgramWorld()
    _ = try world.rule(Self.rule)
    let check = try await world.run("check", "rule.lua")
    #expect(check.status == .exited(0))
    #expect(check.text == "rule.lua: ok, 2 stages; needs --to, --width\n")

    let help = try await world.run("run", "rule.lua", "--help")
    #expect(help.text.contains("--to <text>       where to (required)"))
    #expect(help.text.contains("--width <number>  how wide (required)"))
    #expect(help.text.contains("which kind (default: image)"))

    for command in ["run", "explain"] {
      let missing = try await world.run(command, "rule.lua", "--width", "3")
      #expect(missing.status == .exited(64))
      #expect(missing.text == "")
      #expect(missing.errorText == "shotflow: the rule needs --to <text> (where to)\n")
    }
    let both = try await world.run("run", "rule.lua")
    #expect(
      both.errorText
        == "shotflow: the rule needs --to <text> (where to) and --width <number> (how wide)\n")

    let input = (1...9).map { ForeignRecord.line($0) + "\n" }.joined()
    let run = try await world.run(
      "run", "rule.lua", "--to", "IMG", "--width=4", input: input)
    #expect(run.errorText == "")
    #expect(try run.records().map(\.filename) == ["IMG_8.PNG", "IMG_9.PNG"])
    let fields = try await world.run("fields", "rule.lua")
    #expect(fields.status == .exited(0))
  }

  @Test func aRuleThatNeedsAValueToBeLoadedIsCheckedAsFarAsThatGoes() async throws {
    let world = try ProgramWorld()
    _ = try world.rule(
      "local o = options { n = required(\"how many\") }\nlocal x = (\"x\"):rep(o.n)\n"
        + "return pipeline { source { stdin = true }, filter { filename = x } }")
    let check = try await world.run("check", "rule.lua")
    #expect(check.status == .exited(0))
    #expect(check.text.hasPrefix("rule.lua: can't be checked further without --n: rule.lua:2: "))
    #expect(try await world.run("run", "rule.lua").status == .exited(64))
    #expect(try await world.run("run", "rule.lua", "--n", "3").status == .exited(0))
  }

  /// Other problems than a missing required option are still reported.
  @Test func aWrongRuleIsWrongBeforeItLacksAnOption() async throws {
    let world = try ProgramWorld()
    _ = try world.rule(Self.rule.replacing("mediaType", with: "mediaTyp"))
    for command in ["check", "run"] {
      let result = try await world.run(command, "rule.lua")
      #expect(result.status == .exited(65))
      #expect(result.errorText.contains("did you mean \"mediaType\"?"))
    }
  }
}
