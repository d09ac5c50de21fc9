import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files that a watched rule puts into its own library are no arrivals for it.
@Suite struct WatchOwnFilesTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func start(_ rules: [String], _ further: [String] = []) async throws -> RunningProgram {
    let allowed = ["write", "desktop", "clipboard", "exec"].flatMap { ["--allow", $0] }
    let words = ["watch"] + rules + ["-l", world.library] + allowed + further
    return try await world.program(words).startWatching()
  }

  /// Puts pictures into the library, and waits until the last one's own copies were noticed, too.
  private func fill(_ program: RunningProgram, count: Int) async throws {
    for number in 1...count { try world.picture("\(number).png", seed: UInt64(number)) }
    for name in ["last", "very last"] {
      try world.picture("\(name).png", seed: name == "last" ? 1000 : 1001)
      #expect(await program.printed("\"localIdentifier\":\"\(name).png\""))
    }
  }

  private func identifiers(_ program: RunningProgram) async throws -> [String] {
    return try await program.end(by: SIGINT).records().compactMap(\.localIdentifier).sorted()
  }

  @Test(arguments: [
    "copy { to = \"c/c-{filename}\" }", "copy { to = \"copies/\" }",
    "copy { to = \"c/\", sidecar = true }", "link { to = \"links/\", kind = \"hard\" }",
    "link { to = \"x-{filename}\" }", "load { file = \"copy\" }", "load { file = \"hardLink\" }",
  ])
  func whatARuleMakesIsNoArrivalForIt(_ stages: String) async throws {
    let rule = try world.actingRule(stages)
    // Not all go through the same folder, and some names are taken.
    try world.picture("7.png", seed: 999, in: "pictures/c")
    let out = stages.hasPrefix("load") ? world.path("pictures/out") : world.library
    let program = try await start([rule], ["--out", out])
    try await fill(program, count: 30)
    let expected = ((1...30).map { "\($0).png" } + ["last.png", "very last.png"]).sorted()
    #expect(try await identifiers(program) == expected)
  }

  @Test func whatARuleMovesIsNoArrivalForIt() async throws {
    let rule = try world.actingRule("move { to = \"moved/{filename}\" }")
    let program = try await start([rule])
    for number in 1...30 { try world.picture("\(number).png", seed: UInt64(number)) }
    for name in ["last", "very last"] {
      try world.picture("\(name).png", seed: name == "last" ? 1000 : 1001)
      #expect(await program.printed("moved/\(name).png"))
    }
    #expect(try await identifiers(program).count == 32)
    #expect(world.names(in: "pictures/moved").count == 32)
  }

  @Test func anotherRuleGetsItOnce() async throws {
    let copying = try world.actingRule("copy { to = \"c/c-{filename}\" }", named: "copying.lua")
    let printing = try world.actingRule(
      "filter { filename = like(\"c-*\") }, classify { seen = function(a) return true end }",
      named: "printing.lua")
    let program = try await start([copying, printing], ["--out", world.library])
    try await fill(program, count: 10)
    for name in (1...10).map(String.init) + ["last", "very last"] {
      #expect(await program.printed("\"localIdentifier\":\"c/c-\(name).png\""), "\(name)")
    }
    let lines = await program.end(by: SIGINT).lines
    let seen = lines.filter { $0.contains("\"seen\"") }
    #expect(Set(seen).count == 12)
    #expect(lines.count == 24)
  }

  @Test func aFileThatTheUserChangesLaterArrivesAllTheSame() async throws {
    let rule = try world.actingRule("copy { to = \"c/{filename}\" }")
    let program = try await start([rule], ["--out", world.library])
    try await fill(program, count: 3)
    // The user puts another picture in the place of a copy, by a move and by writing over it.
    try world.directory.write(ProgramWorld.png(50), to: "elsewhere.png")
    try FileManager.default.moveItem(
      atPath: world.path("elsewhere.png"), toPath: world.path("pictures/c/new.png"))
    #expect(await program.printed("\"localIdentifier\":\"c/new.png\""))
    await program.end(by: SIGINT)
  }
}
