import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Rules that are watched: each asset that arrives is a run of its own.
@Suite struct WatchTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func watch(_ arguments: String..., stages: String = "") async throws -> RunningProgram {
    let rule = try world.libraryRule(stages)
    return try await start([rule, "--library", world.library] + arguments)
  }

  private func start(_ arguments: [String]) async throws -> RunningProgram {
    return try await world.program(["watch"] + arguments).startWatching()
  }

  private func names(_ result: ProgramResult) throws -> [String] {
    try result.records().compactMap(\.filename)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func printsWhatArrivesAndNothingElse(signal: Int32) async throws {
    try world.picture("before.png", seed: 1)
    let program = try await watch()
    try world.picture("b.png", seed: 2)
    #expect(await program.printed("b.png"))
    try world.picture("a.png", seed: 3, in: "pictures/new folder")
    #expect(await program.printed("a.png"))
    let result = await program.end(by: signal)
    #expect(result.status == .exited(0))
    #expect(try names(result) == ["b.png", "a.png"])
    #expect(result.errorLines.count == 1, "\(result.errorLines)")
  }

  @Test func limitAndOrderCountWithinEachArrival() async throws {
    let program = try await watch(stages: "filter { sortedBy = \"filename\", limit = 1 }")
    for name in ["c.png", "b.png", "a.png"] {
      try world.picture(name, seed: UInt64(name.utf8.first ?? 0))
      #expect(await program.printed("\"\(name)\""))
    }
    let result = await program.end(by: SIGINT)
    #expect(try names(result) == ["c.png", "b.png", "a.png"])
  }

  @Test func everyAssetHasItsOwnMoment() async throws {
    let stages = """
      filter { creationDate = within("30s") },
      classify { moment = function(a) return now end }
      """
    let program = try await watch(stages: stages)
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("a.png"))
    try await Task.sleep(for: .milliseconds(20))
    try world.picture("b.png", seed: 2)
    #expect(await program.printed("b.png"))
    let result = await program.end(by: SIGINT)
    let moments = result.lines.compactMap { line in
      line.firstMatch(of: /"moment":([0-9.]+)/).flatMap { Double($0.1) }
    }
    #expect(moments.count == 2)
    #expect(moments.first ?? 0 < moments.last ?? 0)
  }

  @Test func whatBelongsTogetherIsSeenWheneverItComes() async throws {
    let program = try await watch(stages: "filter(function(a) return a.title ~= \"\" end)")
    for name in ["a.png", "b.png", "c.png"] {
      if name == "b.png" {
        let sidecar = """
          <x:xmpmeta xmlns:x="adobe:ns:meta/">
          <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
          <rdf:li xml:lang="x-default">Lake</rdf:li></rdf:Alt></dc:title></rdf:Description>
          </rdf:RDF></x:xmpmeta>
          """
        try world.directory.write(sidecar, to: "pictures/b.png.xmp")
      }
      try world.picture(name, seed: UInt64(name.utf8.first ?? 0))
      #expect(await program.printed("\"\(name)\""))
    }
    let titles = await program.end(by: SIGINT).lines.map { $0.contains("\"title\":\"Lake\"") }
    #expect(titles == [false, true, false])
  }

  @Test(arguments: [
    ("local moment = now\nreturn pipeline { source {} }", 65, "which no rule can read while it"),
    ("return pipeline { source { stdin = true } }", 64, "reads standard input"),
    ("return pipeline { source { albums = { \"albumRegular\" } } }", 64, "lists albums"),
  ])
  func refusesRulesToWhichNothingArrives(text: String, status: Int32, reason: String) async throws {
    let rule = try world.rule(text)
    let result = try await world.run("watch", rule, "--library", world.library)
    #expect(result.status == .exited(status))
    #expect(result.errorText.contains(reason))
  }

  @Test func refusesAMomentAndWrongNumbers() async throws {
    let rule = try world.libraryRule()
    let moment = try await world.run("watch", rule, "--library", world.library, "--now", "-1h")
    #expect(moment.status == .exited(64))
    let limit = try await world.run(
      "watch", rule, "--library", world.library, "--max-watches", "many")
    #expect(limit.status == .exited(64))
    let missing = try await world.run("watch", rule, "--library", world.path("nowhere"))
    #expect(missing.status == .exited(66))
  }

  @Test func whatTheRuleWritesIsNoNews() async throws {
    let program = try await watch(
      "--out", world.path("pictures/out"), stages: "load { size = { 8, 8 } }")
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("a.png"))
    try world.picture("b.png", seed: 2)
    #expect(await program.printed("b.png"))
    try world.picture("c.png", seed: 3)
    #expect(await program.printed("\"c.png\""))
    let result = await program.end(by: SIGINT)
    #expect(try names(result) == ["a.png", "b.png", "c.png"])
  }

  @Test func foldersBeyondTheLimitAreLookedAt() async throws {
    let program = try await watch("--max-watches", "0")
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("a.png"))
    await program.end(by: SIGINT)
  }

  @Test func severalRulesShareALibrary() async throws {
    let first = try world.rule(
      """
      local o = options { word = { "x", "a word" } }
      return pipeline { source {}, filter { filename = has(o.word) } }
      """, named: "first.lua")
    let second = try world.libraryRule(
      "classify { second = function() return true end }", named: "second.lua")
    let program = try await start([
      first, "--word", "b", second, "--library", world.library,
    ])
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("a.png"))
    try world.picture("b.png", seed: 2)
    #expect(await program.printed("b.png"))
    try world.picture("c.png", seed: 3)
    #expect(await program.printed("\"c.png\""))
    let result = await program.end(by: SIGINT)
    let printed = try names(result)
    #expect(printed == ["a.png", "b.png", "b.png", "c.png"])
  }

  @Test func endsWhenNobodyReads() async throws {
    let rule = try world.libraryRule()
    let program = try await world.shell(
      "\"$shotflow\" watch \(rule) --library pictures | head -n 1; echo over"
    ).startWatching()
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("over"))
    #expect(await program.result().status == .exited(0))
  }
}

/// A watched rule whose file changes.
@Suite struct WatchReloadTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    rule = try world.libraryRule("filter { filename = has(\"a\") }")
  }

  private func start() async throws -> RunningProgram {
    return try await world.program(["watch", rule, "--library", world.library]).startWatching()
  }

  @Test func aGoodEditTakesOver() async throws {
    let program = try await start()
    try world.picture("b1.png", seed: 1)
    try world.picture("a1.png", seed: 2)
    #expect(await program.printed("a1.png"))
    _ = try world.libraryRule("filter { filename = has(\"b\") }")
    #expect(await program.showed("takes over"))
    try world.picture("a2.png", seed: 3)
    try world.picture("b2.png", seed: 4)
    #expect(await program.printed("b2.png"))
    let result = await program.end(by: SIGINT)
    #expect(try result.records().compactMap(\.filename) == ["a1.png", "b2.png"])
  }

  @Test func oneThatIsWrittenAsItWasIsNotTold() async throws {
    let program = try await start()
    _ = try world.libraryRule("filter { filename = has(\"a\") }")
    try world.picture("a1.png", seed: 1)
    #expect(await program.printed("a1.png"))
    _ = try world.libraryRule("filter { filename = has(\"b\") }")
    #expect(await program.showed("takes over"))
    let result = await program.end(by: SIGINT)
    #expect(result.errorLines.filter { $0.contains("takes over") }.count == 1)
  }

  @Test func aBrokenOneIsReportedAndTheOldGoesOn() async throws {
    let program = try await start()
    _ = try world.rule("return pipeline {\n  sourc {} }")
    #expect(await program.showed("goes on"))
    try world.picture("a1.png", seed: 1)
    #expect(await program.printed("a1.png"))
    _ = try world.libraryRule("filter { filename = has(\"b\") }")
    #expect(await program.showed("takes over"))
    try world.picture("b1.png", seed: 2)
    #expect(await program.printed("b1.png"))
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains("rule.lua:2: unknown function \"sourc\""))
  }

  @Test func anEditorThatRenamesIsSeen() async throws {
    let program = try await start()
    let next = try world.libraryRule("filter { filename = has(\"b\") }", named: "rule.lua.new")
    try #require(rename(next, rule) == 0)
    #expect(await program.showed("takes over"))
    await program.end(by: SIGINT)
  }

  @Test(arguments: [false, true])
  func aRemovedRuleIsReportedOnceAndItsReturnTakesOver(withItsFolder: Bool) async throws {
    let stages = "filter { filename = has(\"a\") }"
    let rule = try world.libraryRule(stages, named: "folder/rule.lua")
    let program = try await world.program(["watch", rule, "--library", world.library])
      .startWatching()
    let files = FileManager.default
    try files.removeItem(atPath: withItsFolder ? world.path("folder") : rule)
    #expect(await program.showed("is gone"))
    try world.picture("a1.png", seed: 1)
    #expect(await program.printed("a1.png"))
    _ = try world.libraryRule("filter { filename = has(\"b\") }", named: "folder/rule.lua")
    #expect(await program.showed("takes over"))
    try world.picture("b1.png", seed: 2)
    #expect(await program.printed("b1.png"))
    let result = await program.end(by: SIGINT)
    #expect(result.errorLines.count { $0.contains("is gone") } == 1)
    #expect(result.errorLines.contains { $0.contains("the rule as it was goes on until") })
  }

  @Test func aModuleIsWatchedToo() async throws {
    try world.directory.write("return \"a\"", to: "word.lua")
    _ = try world.rule(
      "local word = require(\"word\")\nreturn pipeline { source {}, filter { filename = has(word) } }"
    )
    let program = try await start()
    try world.directory.write("return \"b\"", to: "word.lua")
    #expect(await program.showed("takes over"))
    try world.picture("b.png", seed: 1)
    #expect(await program.printed("b.png"))
    await program.end(by: SIGINT)
  }

  @Test func aPluginIsWatchedToo() async throws {
    func write(_ word: String) throws {
      try world.plugin(
        "mark", role: "classify", "fields = { mark = \"text\" },", process: "return \"\(word)\"")
    }
    try write("one")
    _ = try world.rule("use \"mark\" return pipeline { source {}, mark {} }")
    let program = try await start()
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("\"mark\":\"one\""))
    try write("two")
    #expect(await program.showed("takes over"))
    try world.picture("b.png", seed: 2)
    #expect(await program.printed("\"mark\":\"two\""))
    #expect(await program.end(by: SIGINT).status == .exited(0))
  }

  @Test func whatIsRememberedStays() async throws {
    _ = try world.libraryRule("dedupe { memory = \"kept\" }")
    let program = try await start()
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("a.png"))
    _ = try world.libraryRule("dedupe { memory = \"kept\" }, filter { mediaType = \"image\" }")
    #expect(await program.showed("takes over"))
    try world.picture("same.png", seed: 1)
    try world.picture("other.png", seed: 2)
    #expect(await program.printed("other.png"))
    let result = await program.end(by: SIGINT)
    #expect(try result.records().compactMap(\.filename) == ["a.png", "other.png"])
  }

  @Test func aChangedSettingTakesOver() async throws {
    func configure(_ word: String) throws {
      try world.directory.write(
        "return { rules = { few = { word = \"\(word)\" } } }", to: "config/shotflow/config.lua")
    }
    try configure("a")
    try world.directory.write(
      """
      local o = options { word = { "x", "a word" } }
      return pipeline { source {}, filter { filename = has(o.word) } }
      """, to: "config/shotflow/rules/few.lua")
    let program = try await world.program(["watch", "few", "--library", world.library])
      .startWatching()
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("\"a.png\""))
    try configure("b")
    #expect(await program.showed("takes over"))
    try world.picture("b.png", seed: 2)
    #expect(await program.printed("\"b.png\""))
    #expect(await program.end(by: SIGINT).status == .exited(0))
  }
}
