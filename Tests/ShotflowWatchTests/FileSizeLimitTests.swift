import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files that must not grow (`ulimit -f`): a full disk as any other.
@Suite(.withoutSanitizer("its runtime ends where no file may grow"))
struct FileSizeLimitTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...10 { try world.picture("\(number).png", seed: UInt64(number)) }
  }

  /// Runs the tool with a limit in blocks of the shell; what it prints is no file.
  private func run(_ limit: Int, _ arguments: String) async throws -> ProgramResult {
    try await world.shell("ulimit -f \(limit); exec \"$shotflow\" \(arguments)").result()
  }

  /// Each file is whole: no copy that broke off is left, under whatever name.
  private func expectOnlyWholeCopies(in folder: String) throws {
    let originals = try world.contents()
    for (name, content) in try world.contents(of: folder) {
      #expect(originals[name] == content, "\(name)")
    }
  }

  @Test(arguments: [0, 1, 8, 16, 32])
  func aLedgerForgetsNothingAndOffersNothingTwice(_ limit: Int) async throws {
    let rule = try world.libraryRule("dedupe { memory = \"kept\" }, notify {}")
    let short = try await run(limit, "run \(rule) --library pictures --no-catalogue")
    #expect(short.status == .exited(73))
    #expect(short.errorLines.count == 1)
    #expect(short.errorText.contains("can't write the ledger"))
    #expect(short.errorText.contains("\"ulimit -f unlimited\""))
    let rest = try await world.run("run", rule, "--library", world.library)
    #expect(rest.status == .exited(0))
    let names = try (short.records() + rest.records()).compactMap(\.filename)
    #expect(Set(names).count == 10)
    #expect(names.count == 10)
    #expect(try await world.ledgerEntries().count == 10)
  }

  @Test(arguments: [0, 1, 8])
  func aShardThatCanNotBeWrittenEndsTheRun(_ limit: Int) async throws {
    let result = try await run(limit, "find --library pictures --engine processes")
    #expect(result.status == .exited(73))
    #expect(result.errorText.contains("\"ulimit -f unlimited\""), "\(result.errorText)")
    #expect(!result.errorText.contains("bug"))
  }

  @Test(arguments: [0, 1, 8])
  func aLedgerThatIsThereStaysAsItIs(_ limit: Int) async throws {
    let rule = try world.libraryRule("dedupe { memory = \"kept\" }, notify {}")
    _ = try await world.run("run", rule, "--library", world.library)
    try world.picture("11.png", seed: 11)
    let short = try await run(limit, "run \(rule) --library pictures")
    #expect(short.status == .exited(73))
    #expect(try await world.ledgerEntries().count == 10)
    let rest = try await world.run("run", rule, "--library", world.library)
    #expect(try rest.records().map(\.filename) == ["11.png"])
  }

  /// A catalogue is done without.
  @Test(arguments: [0, 1, 8, 32, 64])
  func aCatalogueCostsNoRecord(_ limit: Int) async throws {
    let rule = try world.libraryRule("dedupe {}")
    for _ in 1...2 {
      let result = try await run(limit, "run \(rule) --library pictures")
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(try result.records().count == 10)
    }
    let whole = try await world.run("run", rule, "--library", world.library)
    #expect(try whole.records().count == 10)
  }

  @Test(arguments: [0, 1])
  func picturesAndCopiesFailOneByOne(_ limit: Int) async throws {
    let copies = try world.libraryRule("load { file = \"copy\" }", named: "copies.lua")
    let copied = try await run(limit, "run \(copies) --library pictures --out out")
    #expect(copied.status == .exited(3))
    #expect(copied.errorText.contains("\"ulimit -f unlimited\""))
    try expectOnlyWholeCopies(in: "out")

    let thumbnails = try world.libraryRule("load { size = { 400, 400 } }", named: "sizes.lua")
    let short = try await run(limit, "run \(thumbnails) --library pictures")
    #expect(short.status == .exited(3))
    #expect(short.errorText.contains("\"ulimit -f\""))
    #expect(try short.records().isEmpty)
    // No failure is remembered, and no part of a thumbnail is taken for one.
    let whole = try await world.run("run", thumbnails, "--library", world.library)
    #expect(whole.status == .exited(0))
    #expect(try whole.records().count == 10)
  }

  /// A journal that breaks off anywhere still has all moved files for undo.
  @Test(arguments: Array(0...12))
  func whatWasMovedCanBeUndone(_ limit: Int) async throws {
    let before = try world.contents()
    let rule = try world.actingRule("move { to = \"all/{filename}\" }")
    let allowed = "--allow write,exec,desktop,clipboard"
    let short = try await run(limit, "run \(rule) --library pictures \(allowed)")
    #expect([.exited(0), .exited(73)].contains(short.status), "\(short.errorText)")
    #expect(short.status == .exited(0) || short.errorText.contains("can't keep the journal"))
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try world.contents() == before)
  }

  @Test(arguments: [0, 1])
  func decisionsAreKeptWholeOrNotAtAll(_ limit: Int) async throws {
    let rule = try world.actingRule("move { to = \"all/{filename}\" }")
    let grant = "auth grant \(rule) --library pictures"
    for _ in 1...4 { _ = try await run(limit, grant) }
    let log = (try? world.directory.text(of: "state/shotflow/permissions.log")) ?? ""
    #expect(log.isEmpty || log.hasSuffix("\n"))
    #expect(try await world.shell("\"$shotflow\" \(grant)").result().status == .exited(0))
  }

  @Test func anOutputFileIsAsAFullDisk() async throws {
    let rule = try world.libraryRule()
    let result = try await run(0, "run \(rule) --library pictures > records")
    #expect(result.status == .exited(73))
    #expect(
      result.errorText == "shotflow: can't write the output: a file would be larger than the"
        + " limit; raise it with \"ulimit -f unlimited\"\n")
    #expect(try world.directory.text(of: "records") == "")
  }

  /// Messages that are lost end nothing, in any of the programs.
  @Test(arguments: [
    ("shotflow", "rules no-such-command", 64), ("shotflow-decode", "", 64),
    ("shotflow-page", "", 64), ("shotflow-exec", "", 64),
  ])
  func messagesThatDoNotFitAreLost(
    _ name: String, _ arguments: String, _ status: Int32
  ) async throws {
    let path = Products.shotflow.replacing(/shotflow$/, with: name)
    let result = try await world.shell(
      "ulimit -f 0; exec \(path) \(arguments) 2> messages"
    ).result()
    #expect(result.status == .exited(status))
    #expect(try world.directory.text(of: "messages") == "")
  }
}
