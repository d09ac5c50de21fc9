import ProgramSupport
import TestSupport
import Testing

/// Words behind `stages` and `fields`: one stage, and the fields with a word in their names.
@Suite struct ListingTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func fields(_ words: String...) async throws -> [String] {
    let result = try await world.program(["fields"] + words).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.first?.hasPrefix("field ") == true)
    return result.lines.dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func aStageIsExplainedAlone() async throws {
    let result = try await world.run("stages", "filter")
    #expect(result.status == .exited(0) && result.errorText == "")
    #expect(result.lines.first?.hasPrefix("filter: keeps the assets") == true)
    #expect(result.lines.allSatisfy { $0.count <= 80 })
    #expect(!result.text.contains("dedupe"))
    let text = result.lines.joined(separator: " ").replacing(#/ +/#, with: " ")
    #expect(text.contains("limit at most so many assets (a whole number, 0 or more)"))
    #expect(text.contains("(a whole number, 0 or more; default 0)"))
    #expect(text.contains("Takes fields with values or tests, which all have to hold"))
    #expect(result.lines.contains { $0.hasPrefix("  when ") })
    #expect(result.lines.last?.hasPrefix("  filter {") == true)
    let notify = try await world.run("stages", "notify").text
    #expect(notify.contains("Fields that it adds:") && notify.contains("  prompt.outcome"))
  }

  @Test func severalStagesComeInTheOrderOfTheWords() async throws {
    let result = try await world.run("stages", "load", "source")
    let load = try #require(result.lines.firstIndex { $0.hasPrefix("load: ") })
    let source = try #require(result.lines.firstIndex { $0.hasPrefix("source: ") })
    #expect(load < source)
    // The source takes no tests of which assets it is for.
    #expect(!result.lines[source...].contains { $0.hasPrefix("  when ") })
    #expect(try await world.ownTool("stages", "every").text.contains("nth   how many assets"))
  }

  @Test(arguments: [
    (["stages", "fliter"], "no stage called \"fliter\"; did you mean \"filter\"?"),
    (
      ["stages", "filter", "xyzzy"],
      "no stage called \"xyzzy\"; there are classify, clipboard, copy, count, dedupe,"
    ),
    (["fields", "creatoin"], "no field has \"creatoin\" in its name; did you mean \"creation\"?"),
    (["fields", "pixelWdith"], "did you mean \"pixelWidth\"?"),
    (["fields", "date", "xyzzy"], "no field has \"xyzzy\" in its name; \"shotflow fields\" lists"),
    (["fields", "a.lua", "b.lua"], "name one rule, not \"a.lua\" and \"b.lua\""),
  ])
  func anUnknownWordIsReported(words: [String], message: String) async throws {
    let result = try await world.program(words).result()
    #expect(result.status == .exited(64) && result.text == "")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.errorLines.count == 1)
  }

  @Test func fieldsAreFoundByPartsOfTheirNames() async throws {
    let creation = ["creationDate", "creationDateSource", "creationDateOffset"]
    #expect(try await fields("creation") == creation)
    #expect(try await fields("CREATION") == creation)
    #expect(try await fields("creation", "isrAw") == creation + ["isRAW"])
    // Once, though both words are in the name.
    #expect(try await fields("creation", "date").count { $0 == "creationDate" } == 1)
    // What stages add.
    #expect(try await fields("outcome") == ["prompt.outcome"])
    #expect(try await world.ownTool("fields", "aspect").text.contains("width divided by height"))
  }

  @Test func aRuleNarrowsWhatIsSearched() async throws {
    let rule = try world.inputRule(
      "classify { creationMood = function() return \"x\" end }", named: "mood.lua")
    for words in [[rule, "creationM"], ["--rule", rule, "creationm"], ["creationM", rule]] {
      let result = try await world.program(["fields"] + words).result()
      #expect(result.lines.count == 2, "\(result.errorText)")
      #expect(result.lines.last?.hasPrefix("creationMood ") == true)
    }
    #expect(try await world.run("fields", "creationMood").status == .exited(64))
    #expect(try await world.run("fields", "--rule", rule, "outcome").status == .exited(0))
  }

  @Test func aNameOfARuleThatIsInNoFieldIsTheRule() async throws {
    try world.directory.write(
      "return pipeline { source {}, classify { xyzzy = function() return 1 end } }",
      to: "config/shotflow/rules/own.lua")
    try world.directory.write(
      "return pipeline { source {} }", to: "config/shotflow/rules/date.lua")
    #expect(try await fields("own").contains("xyzzy"))
    #expect(try await fields("--rule", "own", "xyz") == ["xyzzy"])
    // A word of a field's name is that word first; --rule means the rule.
    #expect(try await !fields("date").contains("pixelWidth"))
    #expect(try await fields("--rule", "date").contains("pixelWidth"))
  }
}
