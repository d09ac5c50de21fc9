import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow ledger`: what was offered, and how it is forgotten.
@Suite struct LedgerCommandTests {
  @Test func tellsWhereTheLedgerIs() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("ledger", "path")
    #expect(result.text == world.ledger + "\n")
    #expect(!FileManager.default.fileExists(atPath: world.path("state")))
  }

  @Test func listsNothingWithoutALedger() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("ledger", "list")
    #expect(result.status == .exited(0))
    #expect(result.text == "")
    #expect(result.errorText == "shotflow: nothing was offered yet\n")
    #expect(!FileManager.default.fileExists(atPath: world.path("state")))
  }

  @Test func listsWhatWasOffered() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let record = try #require(try await world.runRecent().records().first)
    let entry = try #require(try await world.ledgerEntries().first)
    #expect(entry.kind == "offer")
    #expect(entry.state == "delivered")
    #expect(entry.memory == "recent")
    #expect(entry.rule == "recent")
    #expect(entry.filename == ProgramWorld.screenshot)
    #expect(entry.digest == "sha1:\(try #require(record.sha1))")
    let table = try await world.run("ledger", "list")
    #expect(table.lines.count == 2)
    #expect(table.text.contains(ProgramWorld.screenshot))
  }

  @Test func forgetsSoThatItIsOfferedAgain() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let sum = try #require(try await world.runRecent().records().first?.sha1)
    #expect(try await world.run("ledger", "forget", "0000").errorText.contains("forgot 0 entries"))
    #expect(try await world.runRecent().status == .exited(1))
    let forgotten = try await world.run("ledger", "forget", String(sum.prefix(8)))
    #expect(forgotten.status == .exited(0))
    #expect(forgotten.errorText == "shotflow: forgot 1 entry\n")
    #expect(try await world.runRecent().status == .exited(0))
  }

  @Test(arguments: [[], ["zz"], ["ab"]])
  func refusesToForgetWhatIsNoContent(words: [String]) async throws {
    let world = try ProgramWorld()
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    let result = try await world.program(["ledger", "forget"] + words).result()
    #expect(result.status == .exited(64), "\(result.errorText)")
    #expect(result.text == "")
    #expect(try await world.ledgerEntries().count == 1)
  }

  @Test func keepsMemoriesApart() async throws {
    let world = try ProgramWorld()
    try world.picture()
    for memory in ["one", "two"] {
      let rule = try world.libraryRule("dedupe { memory = \"\(memory)\" }", named: "\(memory).lua")
      #expect(try await world.run("run", rule, "--library", world.library).lines.count == 1)
    }
    #expect(try await world.run("ledger", "list", "--memory", "two", "--json").lines.count == 1)
    _ = try await world.run("ledger", "forget", "--memory", "one")
    #expect(try await world.ledgerEntries().map(\.memory) == ["two"])
  }
}
