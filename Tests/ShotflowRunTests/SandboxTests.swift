import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Rules of strangers, run by the tool.
struct SandboxTests {
  private static let budget = (
    load: Duration.seconds(2), call: Duration.seconds(1), memory: 64 << 20
  )

  /// Of those that do nothing but use time up, all of which AttackScriptTests runs, every fourth.
  private static let scripts = AttackScripts.paths.enumerated()
    .filter { Effort.isFull || !$0.element.contains("-cpu-") || $0.offset % 4 == 0 }
    .map(\.element)

  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture()
  }

  /// Time is counted as the processor's, which a busy machine doesn't change.
  private func expectContained(_ result: ProgramResult, _ script: String, within budget: Duration) {
    let name = script.split(separator: "/").last ?? ""
    let time = result.processorTime
    #expect(time < (budget + budget) * Sanitizer.slowness, "\(name) took \(time)")
    #expect(
      result.status == .exited(65) || result.status == .exited(3) || result.status == .exited(0),
      "\(name): \(result.status)")
    if let peak = result.peakMemory {
      #expect(
        peak < 2 * Self.budget.memory + Sanitizer.overhead, "\(name) took \(peak >> 20) MiB")
    }
    for text in [result.text, result.errorText] {
      // A quoted line of the script may hold the word.
      #expect(!text.contains(": ESCAPED"), "\(name): \(text.prefix(300))")
      #expect(!text.contains("\u{1B}"), "\(name)")
    }
    #expect(result.errorOutput.count < 70_000, "\(name)")
  }

  private func watched(_ rule: String) async throws -> ProgramResult {
    var program = world.program(["run", rule, "--library", world.library])
    program.isMemoryWatched = true
    return try await program.result()
  }

  @Test(.enabled(if: AttackScripts.areAtHand), arguments: scripts)
  func aRuleThatAttacksIsRefused(script: String) async throws {
    let result = try await watched(script)
    expectContained(result, script, within: Self.budget.load)
    #expect(result.status == .exited(65), "\(script)")
    #expect(result.output.isEmpty, "\(script)")
  }

  @Test(.enabled(if: AttackScripts.areAtHand), arguments: scripts)
  func aFunctionThatAttacksIsEnded(script: String) async throws {
    let body = try String(contentsOfFile: script, encoding: .utf8)
    let rule = try world.libraryRule(
      "classify { label = function(shot)\n do \(body)\n end end }")
    let result = try await watched(rule)
    expectContained(result, script, within: Self.budget.call)
    if !result.output.isEmpty {
      let records: [PrintedRecord] = try result.decodedLines()
      #expect(records.map(\.filename) == [ProgramWorld.screenshot])
    }
  }

  @Test func everyStartHasTheSameOrder() async throws {
    let rule = try world.libraryRule(
      """
      filter(function(asset)
        local set, places, order = {}, {}, {}
        for i = 1, 40 do
          local keys = { "key" .. i * 7919 % 101, {}, function() return i end, i * 0.5, -i }
          for place, key in ipairs(keys) do set[key] = true places[key] = i .. ":" .. place end
          if i % 3 == 0 then set["key" .. i] = nil end
        end
        for key in pairs(set) do order[#order + 1] = places[key] end
        for key in pairs(_ENV) do order[#order + 1] = key end
        order[#order + 1] = math.random(1 << 30)
        table.sort(order, function(a, b) return #tostring(a) < #tostring(b) end)
        print(table.concat(order, " "))
        return true
      end)
      """)
    var orders: Set<String> = []
    for _ in 1...6 {
      orders.insert(try await world.run("run", rule, "--library", world.library).errorText)
    }
    #expect(orders.count == 1)
    #expect(orders.first?.contains("40:2") == true)
  }

  @Test func whatARuleSaysOfItselfCanNotDriveTheTerminal() async throws {
    let evil = "\\27]0;pwned\\7\\u{9b}2J\\u{202e}"
    let rule = try world.rule(
      """
      return pipeline {
        about = "\(evil)",
        source {}, classify { ["\(evil)"] = function() error("\(evil)", 0) end },
      }
      """)
    for words in [["run"], ["explain"], ["check"], ["run", "--help"]] {
      let result = try await world.program(words + [rule, "--library", world.library]).result()
      for text in [result.text, result.errorText] {
        let isClean = text.unicodeScalars.allSatisfy { scalar in
          scalar == "\n" || scalar == "\t"
            || scalar.value >= 0x20
              && !(0x7F..<0xA0).contains(scalar.value) && scalar.value != 0x202E
        }
        #expect(isClean, "\(words): \(text.debugDescription)")
      }
    }
  }

  @Test func pluginsLieAmongTheConfiguration() async throws {
    try world.directory.write(
      "return filter { pixelWidth = at_least(1) }", to: "config/shotflow/plugins/wide.lua")
    try world.directory.write("return filter { pixelHeight = at_least(1) }", to: "more/tall.lua")
    let rule = try world.libraryRule("require \"wide\", require \"tall\"")
    let arguments = ["run", rule, "--library", world.library]
    let missing = try await world.program(arguments).result()
    #expect(missing.status == .exited(65))
    #expect(missing.errorText.contains("there is no tall.lua beside the rule or among the plugins"))
    var program = world.program(arguments)
    program.environment["SHOTFLOW_PLUGINS"] = "relative:\(world.path("more"))"
    let result = try await program.result()
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 1)
  }

  @Test func aProblemInAModulesStageNamesTheModule() async throws {
    try world.directory.write("return {\n  filter { pixelWidht = 3 },\n}", to: "wide.lua")
    let rule = try world.libraryRule("require \"wide\"")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("wide.lua:2: "))
    #expect(result.errorText.contains("filter { pixelWidht = 3 }"))
    #expect(result.errorText.contains("did you mean \"pixelWidth\"?"))
  }

  @Test func manyMistakesAreReportedInFewLines() async throws {
    let rule = try world.rule(
      """
      local options = {}
      for i = 1, 5000 do options["n" .. i] = i end
      return pipeline { source(options) }
      """)
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("and 4980 more problems"))
    #expect(result.processorTime < .seconds(10) * Sanitizer.slowness)
  }
}
