import LuaBridge
import Pipeline
import Testing

@Suite struct PatternTests {
  private static let cases: [(code: String, results: String)] =
    PatternCases.all.split(separator: "\n").map { line in
      let parts = line.split(separator: "  -->", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : "")
    }

  @Test func patternsMeanWhatTheManualSays() {
    let show = """
      local function show(...)
        local texts = {}
        for place = 1, select("#", ...) do
          local text = tostring((select(place, ...)))
          for index = 1, #text do
            local byte = text:byte(index)
            local is_shown = byte >= 32 and byte < 127
            texts[#texts + 1] = is_shown and text:sub(index, index) or ("<%02x>"):format(byte)
          end
          texts[#texts + 1] = place < select("#", ...) and " " or ""
        end
        print(table.concat(texts))
      end

      """
    let calls = Self.cases.map { "show((function() \($0.code) end)())" }
    let workbench = RuleWorkbench()
    let source = show + calls.joined(separator: "\n") + "\nreturn pipeline { source {} }"
    #expect(workbench.problem(source) == "no problem")
    #expect(Self.cases.count >= 150)
    #expect(workbench.output.count == Self.cases.count)
    for (result, wanted) in zip(workbench.output, Self.cases) {
      #expect(result == wanted.results, "\(wanted.code)")
    }
  }

  @Test func manyChoicesAreNoError() {
    #expect(RuleWorkbench().value(of: "return #('x'):rep(300):match(('x?'):rep(300))") == "300")
  }

  @Test func searchingIsBilled() {
    let workbench = RuleWorkbench(
      load: RuleBudget(instructions: 100_000, memory: 16 << 20, milliseconds: 60_000))
    let attack = "return (('a'):rep(500)):match(('a*'):rep(12) .. 'b')"
    #expect(
      workbench.problem(attack)
        == "rules/a.lua:1: the rule ran more than 100000 instructions while it was loaded")
  }
}
