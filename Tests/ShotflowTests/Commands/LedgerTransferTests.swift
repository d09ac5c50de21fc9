import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow ledger export` and `import`: what was offered, taken along.
@Suite struct LedgerTransferTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    rule = try world.libraryRule("dedupe { memory = \"kept\" }, notify {}")
    for number in 1...5 { try world.picture("\(number).png", seed: UInt64(number)) }
  }

  private func run() async throws -> ProgramResult {
    try await world.run("run", rule, "--library", world.library)
  }

  @Test func whatWasSavedIsRestored() async throws {
    #expect(try await run().records().count == 5)
    let saved = try await world.run("ledger", "export")
    #expect(saved.status == .exited(0))
    #expect(saved.lines.count == 5)
    try FileManager.default.removeItem(atPath: world.path("state"))
    let restored = try await world.run("ledger", "import", input: saved.text)
    #expect(restored.status == .exited(0))
    #expect(restored.errorText == "shotflow: took in 5, settled 0, knew 0\n")
    #expect(try await run().text == "")
    #expect(try await world.run("ledger", "export").text == saved.text)
    let again = try await world.run("ledger", "import", input: saved.text)
    #expect(again.errorText == "shotflow: took in 0, settled 0, knew 5\n")
  }

  @Test func aDamagedLedgerIsReplacedByWhatWasSaved() async throws {
    #expect(try await run().records().count == 5)
    let saved = try await world.run("ledger", "export").text
    let file = try world.directory.write(saved, to: "saved.ndjson")
    try world.directory.write("damaged", to: "state/shotflow/ledger.sqlite")
    #expect(try await run().status == .exited(73))
    #expect(try await world.run("ledger", "import", file).status == .exited(0))
    #expect(try await run().text == "")
  }

  @Test func nothingIsTakenInOfWhatIsWrongInPart() async throws {
    #expect(try await run().records().count == 5)
    let saved = try await world.run("ledger", "export").text
    try FileManager.default.removeItem(atPath: world.path("state"))
    let result = try await world.run("ledger", "import", input: saved + "{\"kind\":\"offer\"}\nx\n")
    #expect(result.status == .exited(65))
    #expect(result.errorLines.first == "shotflow: line 6: there is no \"digest\"")
    #expect(result.errorLines.last == "shotflow: 2 lines are wrong; nothing was taken in")
    #expect(!FileManager.default.fileExists(atPath: world.ledger))
    #expect(try await run().records().count == 5)
  }

  @Test func unreadableImportsAreReported() async throws {
    let missing = try await world.run("ledger", "import", "missing.ndjson")
    #expect(missing.status == .exited(66))
    #expect(missing.errorText.contains("can't read \"missing.ndjson\": no such file"))
    let folder = try await world.run("ledger", "import", "pictures")
    #expect(folder.status == .exited(66))
  }

  @Test func anExportWithoutALedgerIsEmpty() async throws {
    let result = try await world.run("ledger", "export")
    #expect(result.status == .exited(0))
    #expect(result.text == "" && result.errorText == "")
    #expect(!FileManager.default.fileExists(atPath: world.path("state")))
  }
}
