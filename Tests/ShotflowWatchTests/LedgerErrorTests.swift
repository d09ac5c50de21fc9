import Files
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A ledger that can't be used: nothing is offered, and the message says why.
@Suite struct LedgerErrorTests {
  /// Expects that nothing is offered while the ledger is in that state.
  private func expectRefusal(
    in world: ProgramWorld, _ word: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await world.runRecent()
    #expect(result.status == .exited(73), sourceLocation: sourceLocation)
    #expect(result.text == "", sourceLocation: sourceLocation)
    #expect(result.errorLines.count == 1, "\(result.errorText)", sourceLocation: sourceLocation)
    #expect(
      result.errorText.contains(world.ledger), "\(result.errorText)",
      sourceLocation: sourceLocation)
    #expect(
      result.errorText.contains(word), "\(result.errorText)", sourceLocation: sourceLocation)
    let list = try await world.run("ledger", "list")
    #expect(list.status == .exited(73), sourceLocation: sourceLocation)
    #expect(list.errorText == result.errorText, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["no database at all", ""])
  func setsADamagedLedgerAsideAndOffersNothing(content: String) async throws {
    let world = try ProgramWorld()
    try world.picture()
    try world.directory.write(content, to: "state/shotflow/ledger.sqlite")
    let aside = world.path("state/shotflow/ledger.damaged-1.sqlite")
    // Who only looks moves nothing.
    let list = try await world.run("ledger", "list")
    #expect(list.status == .exited(73))
    #expect(list.errorText.contains("is damaged"))
    #expect(try await world.runRecent("--dry-run").status == .exited(73))
    #expect(!FileManager.default.fileExists(atPath: aside))

    for words in ["is damaged", "since it was damaged"] {
      let result = try await world.runRecent()
      #expect(result.status == .exited(73))
      #expect(result.text == "")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains(words), "\(result.errorText)")
      #expect(result.errorText.contains("set aside as \"\(aside)\""))
      #expect(result.errorText.contains("shotflow ledger new"))
    }
    #expect(
      try world.directory.text(of: "state/shotflow/ledger.damaged-1.sqlite") == content)
    #expect(try await world.run("ledger", "new").status == .exited(0))
    #expect(try await world.runRecent().records().count == 1)
    #expect(try await world.runRecent().status == .exited(1))
    let again = try await world.run("ledger", "new")
    #expect(again.status == .exited(73))
    #expect(again.errorText.contains("there is a ledger"))
  }

  @Test func startsAnewInOneStepWhenTheLedgerIsDamaged() async throws {
    let world = try ProgramWorld()
    try world.picture()
    for number in 1...2 {
      try world.directory.write("damaged \(number)", to: "state/shotflow/ledger.sqlite")
      let result = try await world.run("ledger", "new")
      #expect(result.status == .exited(0))
      #expect(result.errorText.contains("ledger.damaged-\(number).sqlite"))
    }
    #expect(try await world.runRecent().records().count == 1)
  }

  @Test func givesUpOnALockThatStays() async throws {
    let world = try ProgramWorld()
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    try world.picture("Screenshot from 2015-09-27 21-29-30.png", seed: 2)
    let holder = try SQLiteConnection(path: world.ledger)
    try holder.execute("BEGIN IMMEDIATE")
    let result = try await world.runRecent()
    #expect(result.status == .exited(73))
    #expect(result.text == "")
    #expect(result.errorText.contains("was locked by another process for 5 s"))
    try holder.execute("COMMIT")
    // Nothing was claimed meanwhile.
    #expect(try await world.runRecent().records().count == 1)
  }

  @Test func refusesALedgerOfALaterVersion() async throws {
    let world = try ProgramWorld()
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    // The user version lies at offset 60 of the file, big-endian (SQLite file format, section 1.3).
    var bytes = try world.directory.contents(of: "state/shotflow/ledger.sqlite")
    bytes[62] = 1
    for suffix in ["-wal", "-shm"] { unlink(world.ledger + suffix) }
    try world.directory.write(bytes, to: "state/shotflow/ledger.sqlite")
    try await expectRefusal(in: world, "newer shotflow")
  }

  @Test func refusesAFolderInItsPlace() async throws {
    let world = try ProgramWorld()
    try world.picture()
    try world.directory.makeFolder("state/shotflow/ledger.sqlite")
    try await expectRefusal(in: world, "not a regular file")
  }

  @Test func refusesAFileInPlaceOfItsFolder() async throws {
    let world = try ProgramWorld()
    try world.picture()
    try world.directory.write("x", to: "state/shotflow")
    try await expectRefusal(in: world, "not a directory")
  }

  @Test func makesItsFolder() async throws {
    let world = try ProgramWorld()
    try world.picture()
    #expect(!FileManager.default.fileExists(atPath: world.path("state")))
    #expect(try await world.runRecent().status == .exited(0))
    var facts = stat()
    #expect(stat(world.path("state/shotflow"), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o700)
  }

  @Test(.needs(.unprivilegedUser)) func saysThatTheLedgerMayNotBeWritten() async throws {
    let world = try ProgramWorld()
    try world.picture()
    chmod(world.library, 0o755)
    #expect(try await world.runRecent().status == .exited(0))
    try world.picture("Screenshot from 2015-09-27 21-29-30.png", seed: 2)
    chmod(world.path("state"), 0o755)
    chmod(world.path("state/shotflow"), 0o555)
    chmod(world.ledger, 0o444)
    // Another user's would not be believed.
    if geteuid() == 0 {
      for place in [world.path("state/shotflow"), world.ledger] { chown(place, 65534, 65534) }
    }
    let result = try await runRecentUnprivileged(in: world)
    #expect(result.status == .exited(73))
    #expect(result.text == "")
    #expect(result.errorText.contains("can't write the ledger \"\(world.ledger)\""))
  }

  @Test(.needs(.unprivilegedUser)) func saysThatTheFolderOfTheLedgerCanNotBeMade() async throws {
    let world = try ProgramWorld()
    try world.picture()
    chmod(world.library, 0o755)
    _ = try world.makeFolder("state", mode: 0o555)
    let result = try await runRecentUnprivileged(in: world)
    #expect(result.status == .exited(73))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("permission denied"))
  }

  @Test func needsNoLedgerForARuleWithoutMemory() async throws {
    let world = try ProgramWorld()
    try world.picture()
    try world.directory.write("no database at all", to: "state/shotflow/ledger.sqlite")
    let result = try await world.run(
      "run", try world.libraryRule(), "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(try result.records().count == 1)
  }

  @Test func saysThatItHasNoPlaceForTheLedger() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let recent = try await world.shell(
      "unset HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_CONFIG_HOME; \"$shotflow\" run"
        + " '\(ProgramWorld.recentRule)' --library pictures --now \(ProgramWorld.now)"
    ).result()
    #expect(recent.status == .exited(73))
    #expect(recent.errorText.contains("HOME is not set"))
  }

  private func runRecentUnprivileged(in world: ProgramWorld) async throws -> ProgramResult {
    // The rules may lie where only their owner may go.
    let rule = try world.rule(
      try String(contentsOfFile: ProgramWorld.recentRule, encoding: .utf8), named: "recent.lua")
    return try await world.runUnprivileged(
      "run", rule, "--library", world.library, "--now", ProgramWorld.now)
  }
}
