import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A tool that adds a stage of its own: all that `shotflow` has, for that stage too.
@Suite struct OwnToolTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    for number in 1...5 { try world.picture("\(number).png", seed: UInt64(number)) }
    rule = try world.libraryRule("filter { sortedBy = \"filename\" }, every { nth = 2 }")
  }

  @Test func listsItsStage() async throws {
    let result = try await world.ownTool("stages")
    #expect(result.status == .exited(0))
    #expect(result.lines.contains("every  lets every nth asset through"))
    #expect(result.lines.contains { $0.hasPrefix("filter  ") })
    #expect(try await !world.run("stages").text.contains("every nth"))
  }

  @Test func checksItsStage() async throws {
    #expect(try await world.ownTool("check", rule).text == "\(rule): ok, 3 stages\n")
    let wrong = try world.libraryRule("every { nht = 2 }", named: "wrong.lua")
    let result = try await world.ownTool("check", wrong)
    #expect(result.status == .exited(65))
    #expect(
      result.errorText.contains("every has no option called \"nht\"; did you mean \"nth\"?"))
    let misspelt = try world.libraryRule("evry {}", named: "misspelt.lua")
    #expect(
      try await world.ownTool("check", misspelt).errorText.contains("did you mean \"every\"?"))
    #expect(try await world.run("check", rule).status == .exited(65))
  }

  @Test func explainsItsStage() async throws {
    let result = try await world.ownTool("explain", rule, "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(result.lines.contains("every    in order, reads nothing more: one of 2"))
  }

  @Test func runsItsStage() async throws {
    let result = try await world.ownTool("run", rule, "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(try result.records().map(\.filename) == ["2.png", "4.png"])
  }

  @Test func documentsItsStage() async throws {
    let rules = try await world.ownTool("reference", "rules").text
    #expect(rules.contains("### every\n\nLets every nth asset through.\n"))
    #expect(rules.contains("- `nth` (whole number"))
    let definitions = try await world.ownTool("reference", "lua").text
    #expect(definitions.contains("function every(options) end"))
  }

  @Test func knowsTheFieldsThatItsStagesAdd() async throws {
    let rule = try world.libraryRule(
      "aspect {}, filter { aspect = at_least(0.5), stars = absent, sortedBy = \"-filename\" },"
        + " filter(function(asset) return asset.aspect < 100 and not asset.stars end)",
      named: "aspects.lua")
    let ran = try await world.ownTool("run", rule, "--library", world.library)
    #expect(ran.errorText == "")
    #expect(try ran.records().map(\.filename) == (1...5).reversed().map { "\($0).png" })
    #expect(ran.lines.allSatisfy { $0.contains("\"aspect\":") })
    let explained = try await world.ownTool("explain", rule, "--library", world.library)
    #expect(explained.lines.contains("adds     aspect: aspect (number)"))

    let plain = try await world.ownTool("fields").lines
    #expect(plain.contains { $0.hasPrefix("stars ") && $0.hasSuffix("stars of a catalogue") })
    #expect(!plain.contains { $0.hasPrefix("aspect ") })
    let listed = try await world.ownTool("fields", rule).lines
    #expect(listed.contains { $0.hasPrefix("aspect ") && $0.hasSuffix("width divided by height") })

    let rules = try await world.ownTool("reference", "rules").text
    #expect(rules.contains("- adds `aspect` (number): width divided by height\n"))
    #expect(rules.contains("- `stars` (whole number): "))
    let definitions = try await world.ownTool("reference", "lua").text
    for line in [
      "---@field aspect? number width divided by height",
      "---@field aspect? shotflow.NumberTest width divided by height",
      "---@field stars? integer stars of a catalogue",
    ] {
      #expect(definitions.contains(line + "\n"))
    }
    let schema = try await world.ownTool("reference", "schema").text
    #expect(schema.contains("\"aspect\": {") && schema.contains("\"stars\": {"))
  }

  /// Its own name is in all of its messages, and in all commands that it suggests.
  @Test(arguments: [
    ["--help"], ["help", "run"], ["run", "--help"], ["run", "rule.lua", "--help"], ["run"],
    ["frobnicate"], ["ledger", "frobnicate"], ["stages", "--frobnicate"], ["help", "exit-status"],
    ["exit-status"], ["doctor", "--help"], ["cache", "clear", "--help"],
    ["run", "asking.lua"], ["auth", "grant", "asking.lua"], ["check", "--help"],
    ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
    ["completions", "--help"],
  ])
  func speaksUnderItsOwnName(words: [String]) async throws {
    _ = try world.rule("return pipeline { source { library = \"pictures\" } }", named: "asking.lua")
    var program = world.program(words)
    program.executable = Products.ownTool
    program.environment["OWN_TOOL_NAME"] = "my-tool.2"
    let result = try await program.result()
    let said = (result.text + result.errorText).replacing(world.directory.path, with: "")
    #expect(said.contains("my-tool.2"), "\(said)")
    #expect(!said.contains("shotflow") && !said.contains("own-tool"), "\(said)")
  }

  @Test func namesItsCommandsWhereTheyHelp() async throws {
    let asking = try world.rule("return pipeline { source { library = \"pictures\" } }")
    #expect(
      try await world.ownTool("run", asking).errorText.contains(
        "to grant it: own-tool auth grant \(asking) --library \(world.library)\n"))
    try world.directory.write("damaged", to: "state/shotflow/ledger.sqlite")
    let listed = try await world.ownTool("ledger", "list")
    #expect(listed.status == .exited(73))
    #expect(listed.errorText.hasPrefix("own-tool: the ledger "))
    #expect(listed.errorText.contains("\"own-tool ledger new\""))
  }

  @Test(arguments: [("seventh", "seventh"), ("seven th", "shotflow"), ("-x", "shotflow")])
  func isNamedAsItIsCalled(call: String, name: String) async throws {
    let link = world.path(call)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: Products.ownTool)
    let result = try await world.ownTool("frobnicate", at: link)
    #expect(result.status == .exited(64))
    #expect(
      result.errorText
        == "\(name): no command or rule is called \"frobnicate\"; \"\(name) help\" lists the commands,"
        + " and \"\(name) rules\" the rules\n")
  }

  @Test func sharesStateGrantsAndPlugins() async throws {
    #expect(try await world.runRecent().status == .exited(1))
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    let listed = try await world.ownTool("ledger", "list", "--json")
    #expect(try listed.decodedLines(as: LedgerLine.self).count == 1)
    let asking = try world.rule(
      "return pipeline { source { library = \"pictures\" }, require \"half\" }")
    try world.directory.write("return every {}", to: "config/shotflow/plugins/half.lua")
    #expect(try await world.ownTool("run", asking).status == .exited(77))
    #expect(try await world.ownTool("auth", "grant", asking).status == .exited(0))
    #expect(try await world.ownTool("run", asking).records().count == 3)
    #expect(try await world.run("auth", "status").lines.count == 2)
  }

  @Test func keepsStateOfItsOwnWhereItSaysSo() async throws {
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    let mine = ["OWN_TOOL_STATE": "mine"]
    let listed = try await world.ownTool("ledger", "list", variables: mine)
    #expect(listed.errorText == "own-tool: nothing was offered yet\n")
    for (words, path) in [
      (["ledger", "path"], "state/mine/ledger.sqlite"), (["cache", "path"], "cache/mine"),
      (["auth", "path"], "state/mine/permissions"),
    ] {
      let result = try await world.ownTool(words[0], words[1], variables: mine)
      #expect(result.text == world.path(path) + "\n")
    }
    let sized = try world.libraryRule("load { size = { 10, 10 } }")
    let loaded = try await world.ownTool(
      "run", sized, "--library", world.library, variables: mine)
    #expect(loaded.status == .exited(0), "\(loaded.errorText)")
    let picture = try #require(try loaded.records().first?.image?.path)
    #expect(picture.hasPrefix(world.path("cache/mine/thumbnails/")))
  }
}
