import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Rules that are wrong, each with one clear message and 65.
@Suite struct WrongRuleTests {
  /// A rule that can't be used, and what has to be said of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let words: [String]

    init(_ text: String, _ words: String...) {
      self.text = text
      self.words = words
    }

    var testDescription: String { String(text.prefix(70)) }
  }

  static let cases = [
    Case("return pipeline { source { stdin = true ", "rule.lua:1: ", "'}' expected near <eof>"),
    Case(
      "return pipeline {\n  source {},\n  fliter { mediaType = \"image\" },\n}",
      "rule.lua:3: ", "\"fliter\"", "did you mean \"filter\"?", "^^^^^^"),
    Case(
      "return pipeline {\n  source { libary = \"x\" },\n}", "rule.lua:2: ", "\"libary\"",
      "did you mean \"library\"?", "^^^^^^"),
    Case(
      "return pipeline {\n  source {},\n  filter { mediaTyp = \"image\" },\n}", "rule.lua:3: ",
      "\"mediaTyp\"", "did you mean \"mediaType\"?", "^^^^^^^^"),
    Case(
      "return pipeline { source {}, filter { pixelWidth = atleast(3) } }", "rule.lua:1: ",
      "\"atleast\"", "did you mean \"at_least\"?"),
    Case(
      "return pipeline { source {}, filter { creationDate = within(\"soon\") } }", "rule.lua:1: ",
      "\"soon\""),
    Case(
      "return pipeline { source {}, filter { pixelWidth = \"wide\" } }", "rule.lua:1: ",
      "pixelWidth", "whole number", "\"wide\""),
    Case(
      "return pipeline { source {}, filter { limit = -1 } }", "rule.lua:1: ", "limit", "-1"),
    Case(
      "return pipeline { source {}, filter { mediaType = \"picture\" } }", "rule.lua:1: ",
      "\"picture\""),
    Case(
      "return pipeline { source { album = \"smartAlbumScreenshot\" } }", "rule.lua:1: ",
      "did you mean \"smartAlbumScreenshots\"?"),
    Case(
      "return pipeline { source {}, dedupe { by = \"md5\" } }", "rule.lua:1: ",
      "by takes \"sha1\" or \"sha256\", not \"md5\""),
    Case(
      "return pipeline { source {}, dedupe { memory = \"../x\" } }", "rule.lua:1: ", "\"../x\""),
    Case("while true do end", "rule.lua:1: ", "instructions"),
    Case(
      "local t = {} for i = 1, 1e9 do t[i] = (\"x\"):rep(1000) .. i end", "rule.lua:1: ", "memory"),
    Case("local a = (\"x\"):rep(1 << 40)", "rule.lua:1: "),
    Case("local x = 1", "rule.lua: ", "returns nothing", "pipeline"),
    Case("", "rule.lua: ", "returns nothing", "pipeline"),
    Case("return function() end", "rule.lua: ", "returns a function", "pipeline"),
    Case("return { 1, 2 }", "rule.lua: ", "returns a table", "pipeline"),
    Case("return pipeline {}", "rule.lua:1: ", "no stages"),
    Case("return pipeline { filter {} }", "rule.lua:1: ", "begins with a source"),
    Case("return pipeline { source {}, source {} }", "rule.lua:1: ", "one source"),
    Case("return pipeline { source { stdin = true, album = \"x\" } }", "rule.lua:1: ", "stdin"),
    Case("error(\"out of luck\")", "rule.lua:1: ", "out of luck"),
    Case("require \"helpers\"", "rule.lua:1: ", "helpers.lua", "beside the rule"),
    Case("io.open(\"/etc/passwd\")", "rule.lua:1: ", "\"io\""),
    Case("\u{1B}Lua", "rule.lua: ", "binary"),
    Case("local o = options { 1 } return pipeline { source {} }", "rule.lua:1: "),
  ]

  @Test(arguments: cases)
  func isRefusedWithAClearMessage(wrong: Case) async throws {
    let world = try ProgramWorld()
    _ = try world.rule(wrong.text)
    let result = try await world.run("run", "rule.lua", "--library", "pictures")
    #expect(result.status == .exited(65))
    #expect(result.text == "")
    for word in wrong.words { #expect(result.errorText.contains(word), "\(result.errorText)") }
    // One line, and where the place is known the quoted line and a caret.
    #expect([1, 3].contains(result.errorLines.count), "\(result.errorText)")

    let check = try await world.run("check", "rule.lua")
    #expect(check.status == .exited(65))
    #expect(check.errorText == result.errorText)
  }

  @Test func tellsEveryProblemAtOnce() async throws {
    let world = try ProgramWorld()
    _ = try world.rule(
      """
      return pipeline {
        source { albun = "x" },
        filter { pixelWidth = "wide", limit = "many" },
        dedupe { by = "md5" },
      }
      """)
    let result = try await world.run("run", "rule.lua", "--library", "pictures")
    #expect(result.status == .exited(65))
    let places = result.errorLines.filter { $0.hasPrefix("rule.lua:") }.map { $0.prefix(11) }
    #expect(places == ["rule.lua:2:", "rule.lua:3:", "rule.lua:3:", "rule.lua:4:"])
  }

  @Test func refusesWhatIsNoRuleFile() async throws {
    let world = try ProgramWorld()
    try world.directory.makeFolder("folder.lua")
    try world.directory.write([UInt8](repeating: 45, count: 1_100_000), to: "large.lua")
    try world.directory.write([0x2D, 0x2D, 0xFF, 0x0A], to: "latin.lua")
    try world.directory.write([0, 0, 0, 0], to: "zeros.lua")
    #expect(mkfifo(world.path("pipe.lua"), 0o600) == 0)
    for (name, word) in [
      ("missing.lua", "no such file"), ("folder.lua", "folder"), ("large.lua", "larger than 1 MiB"),
      ("latin.lua", "UTF-8"), ("zeros.lua", "unexpected symbol"), ("pipe.lua", "regular file"),
      ("/dev/zero", "regular file"), ("missing/rule.lua", "no such file"),
    ] {
      let result = try await world.run("run", name, "--library", "pictures")
      #expect(result.status == .exited(65))
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.hasPrefix("\(name):"))
      #expect(result.errorText.contains(word), "\(result.errorText)")
    }
  }

  @Test func endsAFunctionThatNeverEnds() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule("filter(function(a) while true do end end)")
    let result = try await world.run("run", "rule.lua", input: ForeignRecord.line(1) + "\n")
    #expect(result.status == .exited(65))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("on the asset \"/nowhere/IMG_1.PNG\""))
  }

  @Test func endsAFunctionThatEatsAllMemory() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule(
      "filter(function(a) local t = {} for i = 1, 1e9 do t[i] = (\"x\"):rep(1000) .. i end end)")
    let result = try await world.run("run", "rule.lua", input: ForeignRecord.line(1) + "\n")
    #expect(result.status == .exited(65))
    // On a machine that is busy its time may be over first.
    let message = result.errorText
    #expect(message.contains("64 MiB") || message.contains("1000 ms"), "\(message)")
  }

  @Test func reportsAFieldThatAFunctionMisspells() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule("filter(function(a) return a.filenam == \"x\" end)")
    let result = try await world.run("run", "rule.lua", input: ForeignRecord.line(1) + "\n")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("did you mean \"filename\"?"))
    #expect(result.errorText.contains("^^^^^^^"))
  }

  @Test func takesAnErrorInAFunctionAsTheItemsFailure() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule(
      "filter(function(a) if a.pixelWidth == 2 then error(\"boom\") end return true end)")
    let input = (1...3).map { ForeignRecord.line($0) + "\n" }.joined()
    let result = try await world.run("run", "rule.lua", input: input)
    #expect(result.status == .exited(3))
    #expect(result.lines == [ForeignRecord.line(1), ForeignRecord.line(3)])
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("IMG_2.PNG"))
    #expect(result.errorText.contains("rule.lua:1: boom"))
  }

  @Test func tellsEachFailureToAPipe() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule("filter(function(a) error(\"boom \" .. a.filename) end)")
    let input = (1...50).map { ForeignRecord.line($0) + "\n" }.joined()
    let result = try await world.run("run", "rule.lua", input: input)
    #expect(result.status == .exited(3))
    #expect(result.errorLines.count == 50)
    #expect(Set(result.errorLines).count == 50)
  }
}
