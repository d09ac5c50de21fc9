import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Files that their writers close incomplete: they may be continued in a moment, or stay as they are.
@Suite struct WatchDamageTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func writeCut(_ name: String, seed: UInt64) throws {
    try world.directory.write(ProgramWorld.png(seed).encoded().dropLast(20), to: "pictures/\(name)")
  }

  @Test(
    arguments: [
      "source {}, dedupe { memory = \"seen\" }",
      "source {}, copy { to = \"~/copies/\" }",
      "source {}",
    ])
  func aFileThatStaysIncompleteArrivesOnce(_ stages: String) async throws {
    let rule = try world.rule(
      "return pipeline { wants = { write = \"to copy\" }, \(stages) }", named: "arrivals.lua")
    let program = try await world.program(
      ["watch", rule, "--library", world.library, "--allow", "write"]
    ).startWatching()
    try writeCut("cut.png", seed: 1)
    #expect(await program.printed("\"localIdentifier\":\"cut.png\""))
    try world.picture("last.png", seed: 2)
    #expect(await program.printed("\"localIdentifier\":\"last.png\""))
    let names = try await program.end(by: SIGTERM).records().compactMap(\.localIdentifier)
    #expect(names == ["cut.png", "last.png"])
  }

  @Test func aFileThatIsContinuedArrivesOnce() async throws {
    let rule = try world.rule(
      "return pipeline { wants = { write = \"to copy\" }, source {}, copy { to = \"~/copies/\" } }")
    let program = try await world.program(
      ["watch", rule, "--library", world.library, "--allow", "write"]
    ).startWatching()
    try writeCut("picture.png", seed: 1)
    #expect(await program.showed("still being written"))
    try world.picture("picture.png", seed: 1)
    #expect(await program.printed("\"localIdentifier\":\"picture.png\""))
    // One that comes later is looked at again after it.
    try writeCut("other.png", seed: 2)
    #expect(await program.printed("\"localIdentifier\":\"other.png\""))
    let names = try await program.end(by: SIGTERM).records().compactMap(\.localIdentifier)
    #expect(names == ["picture.png", "other.png"])
  }
}
