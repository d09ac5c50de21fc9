import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The state that is kept while a rule is watched, for the next watch or one beside it.
@Suite struct WatchAgainTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func start(_ rule: String) async throws -> RunningProgram {
    return try await world.program(["watch", rule, "--library", world.library]).startWatching()
  }

  private func catchingUp() throws -> String {
    try world.rule(
      "return pipeline { source { catchUp = true }, dedupe { memory = \"kept\" }, notify {} }")
  }

  @Test func oneProcessWatches() async throws {
    let rule = try world.libraryRule()
    let first = try await start(rule)
    let second = try await world.run("watch", rule, "--library", world.library)
    #expect(second.status == .exited(75))
    #expect(second.errorText.contains(/process [0-9]+ watches/))
    // Another rule may.
    let other = try await start(try world.libraryRule(named: "other.lua"))
    for program in [first, other] {
      await program.end(by: SIGKILL)
    }
    // A lock dies with its process.
    let third = try await start(rule)
    #expect(await third.end(by: SIGINT).status == .exited(0))
  }

  @Test func catchesUpWithWhatArrivedMeanwhile() async throws {
    let rule = try catchingUp()
    try world.picture("old.png", seed: 1)
    let first = try await start(rule)
    try world.picture("a.png", seed: 2, in: "pictures/folder")
    #expect(await first.printed("a.png"))
    await first.end(by: SIGINT)
    try world.picture("missed.png", seed: 3, in: "pictures/folder")
    let second = try await start(rule)
    #expect(await second.printed("missed.png"))
    try world.picture("b.png", seed: 4)
    #expect(await second.printed("b.png"))
    let names = try await second.end(by: SIGINT).records().compactMap(\.filename)
    #expect(names == ["missed.png", "b.png"])
  }

  @Test func nothingIsCaughtUpUnlessTheRuleSaysSo() async throws {
    let rule = try world.libraryRule()
    let first = try await start(rule)
    try world.picture("a.png", seed: 2)
    #expect(await first.printed("a.png"))
    await first.end(by: SIGINT)
    try world.picture("missed.png", seed: 3)
    let second = try await start(rule)
    try world.picture("b.png", seed: 4)
    #expect(await second.printed("b.png"))
    #expect(try await second.end(by: SIGINT).records().compactMap(\.filename) == ["b.png"])
  }

  /// The number of watchers that are killed.
  private static let killCount = Effort.isFull ? 100 : 10

  @Test func killsLoseNothingAndOfferNothingTwice() async throws {
    let rule = try catchingUp()
    var generator = SeededGenerator(seed: 15)
    var offered: [String: Int] = [:]
    var count = 0
    func take(_ result: ProgramResult) throws {
      let end = result.output.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let records: [PrintedRecord] = try ProgramResult.decode(Array(result.output[..<end]))
      for record in records { offered[try #require(record.filename), default: 0] += 1 }
    }
    // Watching once says from when on everything counts.
    let first = try await start(rule)
    try world.picture("0.png", seed: 1000)
    #expect(await first.printed("0.png"))
    try take(await first.end(by: SIGINT))
    for _ in 0..<Self.killCount {
      let program = try world.program(["watch", rule, "--library", world.library]).start()
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        count += 1
        try world.picture("\(count).png", seed: UInt64(count))
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...40, using: &generator)))
      }
      try take(await program.end(by: SIGKILL))
    }
    let last = try await start(rule)
    try world.picture("last.png", seed: 2000)
    #expect(await last.printed("last.png"))
    try take(await last.end(by: SIGINT))
    #expect(offered.values.allSatisfy { $0 == 1 })
    let unconfirmed = Set(
      try await world.ledgerEntries().filter { $0.state == "unconfirmed" }.map(\.filename))
    for number in 1...count where offered["\(number).png"] == nil {
      #expect(unconfirmed.contains("\(number).png"), "\(number).png was forgotten")
    }
    Figures.note("watchers killed", Self.killCount)
    Figures.note("watchers killed: unconfirmed afterwards", unconfirmed.count)
  }
}
