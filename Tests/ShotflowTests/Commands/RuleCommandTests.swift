import ProgramSupport
import TestSupport
import Testing

/// `check`, `explain`, `stages` and `fields`.
@Suite struct RuleCommandTests {
  @Test func checksSeveralRulesAtOnce() async throws {
    let world = try ProgramWorld()
    _ = try world.libraryRule("dedupe {}", named: "good.lua")
    _ = try world.libraryRule("fliter {}", named: "bad.lua")
    _ = try world.libraryRule("filter { mediaTyp = 1, pixelWidth = \"x\" }", named: "worse.lua")
    let result = try await world.run(
      "check", "bad.lua", "good.lua", "missing.lua", "worse.lua", ProgramWorld.recentRule)
    #expect(result.status == .exited(65))
    #expect(result.lines.count == 2)
    #expect(result.text.contains("good.lua: ok, 2 stages"))
    for place in ["bad.lua:1:", "missing.lua:", "worse.lua:1:"] {
      #expect(result.errorLines.contains { $0.hasPrefix(place) }, "\(place)")
    }
    #expect(result.errorLines.filter { $0.hasPrefix("worse.lua:1:") }.count == 2)
  }

  @Test func acceptsRulesThatAreRight() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("check", ProgramWorld.recentRule, ProgramWorld.pickRule)
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 2)
    #expect(result.errorText == "")
  }

  @Test func explainsWhatTheSourceAnswers() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule(
      """
      filter { filename = like("*.png"), pixelWidth = at_least(1000) },
      filter(function(a) return a.fileSize > 10 end),
      filter { sortedBy = "-creationDate", limit = 2 }, dedupe { memory = "kept" }, notify {}
      """)
    let result = try await world.run("explain", rule, "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let source = try #require(result.lines.first { $0.hasPrefix("source") })
    #expect(source.contains("filename"))
    #expect(!source.contains("pixelWidth"))
    #expect(result.lines.contains { $0.hasPrefix("filter") && $0.contains("pixelWidth >= 1000") })
    #expect(result.lines.contains { $0.contains("in lanes") && $0.contains("reads header") })
    #expect(result.lines.contains { $0.hasPrefix("sort") && $0.contains("in order") })
    #expect(result.lines.contains { $0.hasPrefix("memory") && $0.contains("digest") })
  }

  @Test func explainsWithTheOptionsThatAreGiven() async throws {
    let world = try ProgramWorld()
    let result = try await world.run(
      "explain", ProgramWorld.recentRule, "--window", "5m", "--now", ProgramWorld.now)
    #expect(result.status == .exited(0))
    #expect(result.text.contains("--window = 5m"))
    #expect(result.text.contains("2015-09-27T21:24:40.000Z"))
  }

  @Test func explainsNothingOfAWrongRule() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("explain", try world.libraryRule("fliter {}"))
    #expect(result.status == .exited(65))
    #expect(result.text == "")
    #expect(result.errorText.contains("did you mean \"filter\"?"))
  }

  @Test func givesExamplesOfStagesThatWork() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("stages")
    // Tests of one stage pass where it does not come along; here all do.
    let words = result.lines.filter { !$0.hasPrefix(" ") && !$0.isEmpty }
      .map { String($0.prefix { $0 != " " }) }
    #expect(
      words.sorted() == [
        "classify", "clipboard", "copy", "count", "dedupe", "exec", "filter", "import", "link",
        "load", "move", "notify", "observe", "ocr", "open", "reveal", "sheet", "similar", "source",
        "trash", "verify", "webhook",
      ])
    #expect(result.status == .exited(0))
    let examples = result.lines.compactMap { line in
      line.hasPrefix("  e.g. ") ? String(line.dropFirst("  e.g. ".count)) : nil
    }
    #expect(examples.count >= 6)
    for (number, example) in examples.enumerated() {
      let source = example.hasPrefix("source") ? "" : "source {}, "
      let needs = [
        "exec": "exec", "clipboard": "clipboard", "import": "write", "move": "write",
        "open": "desktop", "reveal": "desktop", "trash": "write", "webhook": "network",
      ]
      let stage = String(example.prefix { $0 != " " })
      let wants = needs[stage].map { "wants = { \"\($0)\" }, " } ?? ""
      _ = try world.rule("return pipeline { \(wants)\(source)\(example) }", named: "\(number).lua")
      let check = try await world.run("check", "\(number).lua")
      #expect(check.status == .exited(0), "\(example)\n\(check.errorText)")
    }
  }

  @Test func listsFieldsThatRulesCanRead() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let result = try await world.run("fields")
    #expect(result.status == .exited(0))
    let names = result.lines.dropFirst().compactMap { $0.split(separator: " ").first }
    #expect(names.contains("creationDate"))
    let reads = names.map { "local _ = a.\($0)" }.joined(separator: "\n")
    let rule = try world.libraryRule("filter(function(a)\n\(reads)\nreturn true end)")
    let run = try await world.run("run", rule, "--library", world.library)
    #expect(run.status == .exited(0), "\(run.errorText)")
    #expect(try run.records().count == 1)
  }
}
