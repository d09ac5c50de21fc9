import Contracts
import Gallery
import Pipeline
import Testing

@Suite struct AspectClassifierTests {
  @Test func keepsTheContract() {
    #expect(StageContract(of: AspectClassifier.self).violations() == [])
  }

  @Test func addsARoundedNumber() throws {
    let world = try ToolWorld()
    try world.write(rule: "aspect { round = 1 }, filter { sortedBy = \"-aspect\" }")
    let records = try world.run("run", "rule.lua", "--library", "pictures.csv").records
    #expect(records.map { $0["aspect"] as? Double } == [2, 1, 0.3])
  }

  @Test func addsNothingWhereTheSizeIsNotKnown() throws {
    let world = try ToolWorld()
    try world.write("no picture", to: "wide.gif")
    try world.write(rule: "aspect {}, filter { aspect = absent }")
    let result = try world.run("run", "rule.lua", "--library", "pictures.csv")
    #expect(try result.texts("localIdentifier") == ["wide.gif"])
  }

  @Test func isListedAndChecked() throws {
    let world = try ToolWorld()
    let listed = try world.run("stages", "aspect")
    #expect(listed.lines.first == "aspect: adds the ratio of width to height.")
    #expect(
      listed.output.contains(
        "round  digits behind the point (a whole number, 0 or more; default 3)"))
    #expect(listed.output.contains("aspect  width divided by height (number)"))
    try world.write(rule: "aspect { round = 2 }")
    #expect(try world.run("check", "rule.lua").output == "rule.lua: ok, 2 stages\n")
    try world.write(rule: "aspect { rond = 2 }", to: "wrong.lua")
    let wrong = try world.run("check", "wrong.lua")
    #expect(wrong.status == 65)
    #expect(
      wrong.messages.contains("aspect has no option called \"rond\"; did you mean \"round\"?"))
    try world.write(rule: "aspect { round = 16 }", to: "large.lua")
    #expect(
      try world.run("check", "large.lua").messages.contains("a number has no more than 15 digits"))
  }

  @Test func isExplainedAndDocumented() throws {
    let world = try ToolWorld()
    try world.write(rule: "aspect {}, filter { aspect = at_least(1) }")
    let plan = try world.run("explain", "rule.lua", "--library", "pictures.csv").lines
    #expect(plan.contains("aspect   in lanes, reads header"))
    #expect(plan.contains("filter   in lanes, reads findings: aspect >= 1"))
    #expect(try world.run("reference", "rules").output.contains("### aspect\n"))
    #expect(try world.run("reference", "lua").output.contains("function aspect(options) end"))
  }
}
