import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `test`: what a rule gives for what it is given.
@Suite struct RuleTestTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture()
    try world.picture("second.png", seed: 2)
    try world.picture("plain.png", seed: 3, in: "pictures/Holiday")
    try world.directory.write("words", to: "notes.txt")
  }

  private func test(_ words: String...) async throws -> ProgramResult {
    try await world.program(["test"] + words).result()
  }

  private func write(_ tests: String, _ name: String = "wide_test.lua") throws {
    try world.directory.write(
      "return pipeline { source {}, filter { pixelWidth = at_least(1000) } }", to: "wide.lua")
    try world.directory.write("return { tests = { \(tests) } }", to: name)
  }

  private static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func everyRuleThatShipsHasTestsWhichPass() async throws {
    try world.picture("again.png", seed: 2, in: ".")
    let rules = Self.shipped.deletingLastPathComponent().appendingPathComponent("rules")
    let names = try FileManager.default.contentsOfDirectory(atPath: rules.path)
      .filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }.sorted()
    #expect(names.count >= 6)
    for name in names {
      let file = Self.shipped.appendingPathComponent("ShippedRules/\(name)_test.lua")
      try world.directory.write(
        try String(contentsOf: file, encoding: .utf8), to: "\(name)_test.lua")
    }
    let result = try await test(world.directory.path)
    #expect(result.status == .exited(0), "\(result.text)")
    #expect(result.lines.count { $0.hasPrefix("  ok") } >= 15)
    #expect(!result.text.contains("FAIL"))
  }

  @Test func differencesAreReported() async throws {
    try write(
      """
      { name = "one", assets = { { filename = "a", pixelWidth = 2000 } }, expect = { { filename = "b" } } },
      { name = "two", assets = { { filename = "a", pixelWidth = 2000 } }, expect = "nothing" },
      { name = "three", assets = { { filename = "a", pixelWidth = 5 } }, expect = { { filename = "a" } } },
      { name = "four", assets = { { filename = "a", pixelWidth = 2000 } }, count = 2 },
      { name = "five", assets = { { filename = "a", pixelWidth = 2000 } }, expect = { { mood = 1 } } },
      { name = "six", assets = { { pixelWidth = 2000, keywords = { "x", "y" } } }, expect = { { keywords = { "x", "y" }, pixelWidth = 2000 } } },
      """)
    let result = try await test("wide_test.lua")
    #expect(result.status == .exited(3))
    #expect(
      result.lines == [
        "wide_test.lua",
        "  FAIL  one", "        record 1: filename is \"a\", not \"b\"",
        "  FAIL  two", "        nothing expected, 1 came", result.lines[5],
        "  FAIL  three", "        1 record expected, 0 came",
        "  FAIL  four", "        2 records expected, 1 came",
        "  FAIL  five", "        record 1: has no mood",
        "  ok    six", "1 of 6 tests passed",
      ])
    #expect(result.lines[5].hasPrefix("        not expected: {\"v\":1,"))
  }

  @Test(arguments: [
    ("{ name = \"x\", assets = {} }", "the test \"x\" checks nothing"),
    ("{ assets = {}, expect = \"nothing\" }", "each test has a name"),
    ("{ name = \"x\", expect = \"nothing\" }", "is given either a library, or files, or assets"),
    ("{ name = \"x\", asets = {} }", "a test has no \"asets\"; did you mean \"assets\"?"),
    ("{ name = \"x\", assets = {}, expect = {} }", "or \"nothing\""),
    ("{ name = \"x\", assets = {}, expect = \"nothing\", answers = { \"yes\" } }", "an answer is"),
    ("", "tests is a list"),
  ])
  func problemsOfATestAreReported(_ text: String, _ message: String) async throws {
    try write(text)
    let result = try await test("wide_test.lua")
    #expect(result.status == .exited(65) && result.text == "")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.errorText.hasPrefix("wide_test.lua:1: "))
  }

  @Test(arguments: [
    ("{ pixelwidth = 4000 }", "there is no field \"pixelwidth\"; did you mean \"pixelWidth\"?"),
    ("{ pixelWidth = \"4000\" }", "pixelWidth is a whole number, not \"4000\""),
    ("{ creationDate = \"2015-13-45\" }", "creationDate is "),
    ("\"a.jpg\"", "is a table of members"),
  ])
  func anAssetThatCannotBeIsAFailure(_ asset: String, _ message: String) async throws {
    let assets = "{ { filename = \"a\" }, \(asset) }"
    try write("{ name = \"x\", assets = \(assets), expect = \"nothing\" }")
    let result = try await test("wide_test.lua")
    #expect(result.status == .exited(3))
    #expect(result.text.contains("asset 2: \(message)"), "\(result.text)")
  }

  @Test func aStageIsTestedWithoutARule() async throws {
    try world.directory.write(
      """
      return { stage = "filter { pixelWidth = at_least(1000) }", tests = {
        { name = "a", assets = { { pixelWidth = 2000 }, { pixelWidth = 5 } }, count = 1 },
        { name = "b", stage = "filter { limit = 2 }", library = "pictures", count = 2 },
        { name = "c", stage = "webhook { url = 'https://example.org/' }", assets = { { pixelWidth = 5 } }, count = 1 },
        { name = "d", stage = "filtr {}", assets = {}, count = 0 },
        { name = "e", rule = "recent", assets = {}, count = 0 },
      } }
      """, to: "any_test.lua")
    let result = try await test("any_test.lua")
    #expect(result.lines.count { $0.hasPrefix("  ok") } == 4, "\(result.text)\(result.errorText)")
    #expect(result.text.contains("stage:1: unknown function \"filtr\""), "\(result.text)")
    try write("{ name = \"x\", rule = \"recent\", stage = \"filter {}\", assets = {}, count = 0 }")
    #expect(
      try await test("wide_test.lua").errorText.contains(
        "a test is of a rule or of a stage, not of both"))
  }

  @Test func aFileThatIsNoTestIsReported() async throws {
    try write("", "empty_test.lua")
    let rule = try await test("wide.lua")
    #expect(rule.status == .exited(64))
    #expect(
      rule.errorText.contains("\"wide.lua\" is no file of tests; their names end with _test.lua"))
    try world.directory.write("return nil", to: "empty_test.lua")
    #expect(
      try await test("empty_test.lua").errorText.contains(
        "the file returns a table, such as return { tests"))
  }

  @Test func aWrongFileLeavesTheOthers() async throws {
    try write("{ name = \"x\", assets = {}, expect = \"nothing\" }", "tests/good_test.lua")
    try world.directory.write("return pipeline { source {} }", to: "tests/good.lua")
    try world.directory.write("return {", to: "tests/bad_test.lua")
    let result = try await test("tests", "--format", "junit")
    #expect(result.status == .exited(3))
    #expect(result.text.contains("<testsuites tests=\"2\" failures=\"1\">"))
    #expect(result.errorText.contains("bad_test.lua:1"))
  }

  @Test(arguments: ["/etc", "../pictures", "Holiday/../.."])
  func aTestReadsNothingOutsideOfItsFolder(_ library: String) async throws {
    try write("{ name = \"x\", library = \"\(library)\", count = 1 }")
    let result = try await test("wide_test.lua")
    #expect(result.status == .exited(3))
    #expect(result.text.contains("is not below the folder of the tests"))
  }

  @Test func aGoldenFileIsWrittenAndCompared() async throws {
    try write(
      "{ name = \"g\", rule = \"album\", library = \"pictures\", options = { limit = 1 }, golden = \"g.ndjson\" }"
    )
    let missing = try await test("wide_test.lua")
    #expect(missing.text.contains("g.ndjson is not there; --record writes it"))
    #expect(try await test("wide_test.lua", "--record").status == .exited(0))
    let golden = try String(contentsOfFile: world.directory.path("g.ndjson"), encoding: .utf8)
    #expect(golden.contains("\"library\":\"LIBRARY\"") && !golden.contains(world.library))
    // Where the cache has the picture differs, and whether it was there before.
    #expect(golden.contains("\"image\":{\"pixelWidth\":48") && !golden.contains("origin"))
    let equal = try await test("wide_test.lua")
    #expect(equal.status == .exited(0), "\((equal.text + equal.errorText).split(separator: "\n"))")
    try world.directory.write(golden.replacing("LIBRARY", with: "ELSEWHERE"), to: "g.ndjson")
    let other = try await test("wide_test.lua")
    #expect(other.text.contains("differs from g.ndjson in line 1"))
  }

  @Test func aTestHasAMemoryOfItsOwn() async throws {
    try world.directory.write(
      """
      return { rule = "recent", now = "\(ProgramWorld.now)", tests = {
        { name = "a", library = "pictures", count = 1 }, { name = "b", library = "pictures", count = 1 } } }
      """, to: "a_test.lua")
    #expect(try await test("a_test.lua").status == .exited(0))
    #expect(try await world.runRecent().records().count == 1)
  }

  @Test func aRuleThatStartsProgramsIsADryRun() async throws {
    try world.directory.write(
      """
      return pipeline { wants = { exec = "to see" }, source {}, exec { "touch", "/nowhere" } }
      """, to: "run.lua")
    try world.directory.write(
      "return { tests = { { name = \"a\", library = \"pictures\", count = 3 } } }",
      to: "run_test.lua")
    let result = try await test("run_test.lua")
    #expect(result.status == .exited(0), "\(result.text)\(result.errorText)")
  }

  @Test func reportsHaveTheFormsThatOthersRead() async throws {
    try write(
      """
      { name = "a <b> & \\"c\\" #1", assets = {}, expect = "nothing" },
      { name = "d", assets = {}, count = 1 },
      """)
    let tap = try await test("wide_test.lua", "--format", "tap")
    #expect(
      tap.lines.prefix(4) == [
        "TAP version 14", "1..2", "ok 1 - wide_test.lua: a <b> & \"c\" \\#1",
        "not ok 2 - wide_test.lua: d",
      ])
    let junit = try await test("wide_test.lua", "--format", "junit")
    #expect(junit.status == .exited(3))
    #expect(junit.text.contains("<testsuites tests=\"2\" failures=\"1\">"))
    #expect(junit.text.contains("name=\"a &lt;b&gt; &amp; &quot;c&quot; #1\""))
    #expect(junit.text.contains("<failure message=\"1 record expected, 0 came\">"))
    #expect(try await test("wide_test.lua", "--format", "xml").status == .exited(64))
  }

  @Test func filesOfTestsAreNoRules() async throws {
    try world.directory.write("return {}", to: "home/.config/shotflow/rules/mine_test.lua")
    let rules = try await world.program(["rules"]).result()
    #expect(!rules.text.contains("mine_test"))
  }

  @Test func aFolderWithoutTestsIsReported() async throws {
    let result = try await test(world.library)
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("holds no tests; their names end with _test.lua"))
    #expect(try await test("missing").status == .exited(64))
  }
}
