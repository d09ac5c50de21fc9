import ProgramSupport
import TestSupport
import Testing

/// Fields that the stages of a rule add, from one run to the next.
@Suite struct AddedFieldTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    _ = try world.rule(
      """
      return pipeline {
        source { stdin = true },
        classify {
          mood = function(asset) return asset.pixelWidth < 3 and "happy" or "sad" end,
          score = function(asset) return asset.pixelWidth / 2 end,
        },
        filter { score = at_least(1) },
        filter(function(asset) return asset.score ~= 2 end),
      }
      """, named: "a.lua")
  }

  private static let input = (1...6).map { ForeignRecord.line($0) + "\n" }.joined()

  /// The names of the records that come out of `a.lua`, then out of these stages.
  private func piped(_ fields: String, _ stages: String) async throws -> ProgramResult {
    _ = try world.rule(
      "return pipeline {\n  source { stdin = true, fields = { \(fields) } },\n  \(stages)\n}\n",
      named: "b.lua")
    try world.directory.write(Self.input, to: "input")
    return try await world.shell(
      "\"$shotflow\" run a.lua < input | \"$shotflow\" run b.lua"
    ).result()
  }

  @Test func whatOneRuleFindsAnotherTests() async throws {
    let first = try await world.run("run", "a.lua", input: Self.input)
    #expect(first.errorText == "")
    #expect(
      try first.records().map(\.filename) == ["IMG_2.PNG", "IMG_3.PNG", "IMG_5.PNG", "IMG_6.PNG"])
    #expect(
      first.lines[0].hasSuffix(",\"labels\":[\"mood\",\"score\"],\"mood\":\"happy\",\"score\":1}"))
    #expect(first.lines[1].hasSuffix(",\"mood\":\"sad\",\"score\":1.5}"))

    let second = try await piped(
      "mood = \"text\", score = \"number\"",
      """
      filter { mood = "sad", sortedBy = "-score", limit = 2 },
        filter(function(asset) return asset.score > 2 and asset.mood:find("s") end),
      """)
    #expect(second.status == .exited(0))
    #expect(second.errorText == "")
    #expect(try second.records().map(\.filename) == ["IMG_6.PNG", "IMG_5.PNG"])
    #expect(second.lines[0].hasSuffix(",\"mood\":\"sad\",\"score\":3}"))
  }

  @Test func aMemberOfAnotherTypeIsAbsent() async throws {
    let result = try await piped("mood = \"number\"", "filter { mood = present }")
    #expect(result.status == .exited(0))
    #expect(result.text == "")
  }

  @Test func anExecutedProgramHasFieldsToo() async throws {
    let rule = try world.rule(
      """
      return pipeline {
        wants = { exec = "to judge" },
        source { stdin = true },
        exec { "sed", "s/}$/,\\"mood\\":\\"glad\\"}/", fields = { mood = "text" } },
        filter { mood = "glad", sortedBy = { "mood", "-pixelWidth" }, limit = 1 },
      }
      """)
    let result = try await world.run("run", rule, "--allow", "exec", input: Self.input)
    #expect(result.errorText == "")
    #expect(try result.records().map(\.filename) == ["IMG_6.PNG"])
    #expect(result.text.contains("\"mood\":\"glad\""))
  }

  @Test(
    arguments: [
      ("fields = { mood = \"txet\" } }, filter { mood = \"x\" }", "\"txet\"", "text", "^^^^"),
      (
        "fields = { mood = \"text\" } }, filter { moood = \"x\" }", "no field called \"moood\"",
        "mood", "^^^^^"
      ),
      ("feilds = { mood = \"text\" } }", "no option called \"feilds\"", "fields", "^^^^^^"),
    ])
  func whatIsMisspeltIsRefusedBeforeTheRun(
    _ stages: String, _ message: String, _ nearest: String, _ caret: String
  ) async throws {
    let rule = try world.rule("return pipeline {\n  source { stdin = true, \(stages),\n}\n")
    for command in ["check", "run"] {
      let result = try await world.run(command, rule, input: Self.input)
      #expect(result.status == .exited(65))
      #expect(result.text == "")
      #expect(result.errorLines.count == 3)
      #expect(result.errorLines[0].hasPrefix("\(rule):2: "))
      #expect(result.errorLines[0].contains(message), "\(result.errorText)")
      #expect(result.errorLines[0].hasSuffix("; did you mean \"\(nearest)\"?"))
      #expect(result.errorLines[2].hasSuffix(" \(caret)"))
    }
  }

  @Test func aValueThatIsNoneNamesItsLabel() async throws {
    let rule = try world.inputRule("classify {\n  mood = function() return { x = 1 } end }")
    let result = try await world.run("run", rule, input: ForeignRecord.line(1) + "\n")
    #expect(result.status == .exited(3))
    #expect(
      result.errorText.contains(
        "rule.lua:2: the label \"mood\" can't be a table that is no list of texts; return"))
  }

  @Test func fieldsAndExplainListThem() async throws {
    let plain = try await world.run("fields").lines
    let listed = try await world.run("fields", "a.lua")
    #expect(listed.status == .exited(0))
    // Its own two, and the prompt that records may bring along, with six members.
    #expect(listed.lines.count == plain.count + 2 + 7)
    #expect(listed.lines.contains { $0.hasPrefix("prompt.outcome ") })
    #expect(
      listed.lines.contains {
        $0.hasPrefix("mood ") && $0.contains("findings") && $0.hasSuffix("function in line 4")
      })
    #expect(!plain.contains { $0.hasPrefix("mood ") })
    let explained = try await world.run("explain", "a.lua")
    let type = "text, number, true or false, or list of texts"
    #expect(explained.lines.contains("adds     classify: mood (\(type)), score (\(type))"))
    #expect(explained.lines.contains { $0.hasSuffix(": score >= 1") })
    _ = try world.inputRule("fliter {}", named: "wrong.lua")
    #expect(try await world.run("fields", "wrong.lua").status == .exited(65))
  }
}
