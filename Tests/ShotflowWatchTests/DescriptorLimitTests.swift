import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Few files that may be open at once: a clear end, never a signal.
@Suite struct DescriptorLimitTests {
  /// The rule opens what a run can: ledger, catalogue, decoder, output.
  private func world() throws -> ProgramWorld {
    let world = try ProgramWorld()
    for number in 1...12 { try world.picture("\(number % 3)/\(number).png", seed: UInt64(number)) }
    _ = try world.libraryRule(
      "dedupe { memory = \"kept\" }, load { size = { 16, 16 } }, notify {}")
    return world
  }

  private func result(_ world: ProgramWorld, _ line: String) async throws -> ProgramResult {
    for folder in ["state", "cache"] {
      try? FileManager.default.removeItem(atPath: world.path(folder))
    }
    // A backtrace would need files, too.
    return try await world.shell("export SWIFT_BACKTRACE=enable=no; \(line)").result()
  }

  @Test(arguments: 3...34)
  func endsClearlyWithALowLimit(limit: Int) async throws {
    let run = "ulimit -n \(limit); exec \"$shotflow\" run rule.lua --library pictures"
    let result = try await result(world(), run)
    #expect(result.text == "")
    if result.status == .exited(127) {
      // Not even the program's own libraries could be opened.
      #expect(limit < 8)
      #expect(!result.errorText.isEmpty)
    } else {
      #expect(result.status == .exited(69))
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("too few file descriptors: "))
      #expect(result.errorText.contains("raise the limit with \"ulimit -n 6"))
    }
  }

  @Test func doesWithTheLimitThatItNames() async throws {
    let world = try world()
    let run = "\"$shotflow\" run rule.lua --library pictures --lanes 2"
    let short = try await result(world, "ulimit -n 20; \(run)")
    let named = try #require(short.errorText.firstMatch(of: /"(ulimit -n \d+)"/)).output.1
    let result = try await result(world, "\(named); \(run)")
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    #expect(try result.records().count == 12)
  }

  /// Missing descriptors end the run with an error, never with a signal.
  @Test(arguments: [36, 40, 44, 48, 52, 56, 60, 70, 80, 90])
  func isNeverKilledWithManyWorkers(limit: Int) async throws {
    let world = try world()
    let run = "ulimit -n \(limit); \"$shotflow\" run rule.lua --library pictures --lanes 32"
    let result = try await result(world, run)
    let statuses: [Int32] = [0, 3, 69, 73]
    #expect(statuses.contains { .exited($0) == result.status }, "\(result.errorText)")
    #expect(result.status == .exited(0) || !result.errorText.isEmpty)
  }

  /// libdispatch frees a database's queue on a thread of its own, and ends the process where it has no
  /// descriptors for that.
  @Test(.needs(.faultLibrary)) func databasesAreClosedWithoutThreads() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let plain = try world.libraryRule(named: "plain.lua")
    let remembering = try world.libraryRule("dedupe { memory = \"kept\" }, notify {}")
    let none = try await threads(of: ["run", plain, "--no-catalogue"], in: world)
    // The first run makes ledger and catalogue, the second finds them.
    for _ in 1...2 {
      #expect(try await threads(of: ["run", remembering], in: world) == none)
    }
  }

  /// Returns the number of threads that a run starts.
  private func threads(of arguments: [String], in world: ProgramWorld) async throws -> String {
    let counts = world.path("counts")
    try? FileManager.default.removeItem(atPath: counts)
    let program = try world.faultyProgram(
      arguments + ["--library", world.library], ["SHOTFLOW_FAULT_COUNTS": counts])
    let result = try await program.result()
    #expect(result.status == .exited(0))
    let lines = try world.directory.text(of: "counts").split(separator: "\n")
    return try #require(lines.first { $0.hasPrefix("thread ") }).description
  }

  /// Open descriptors count, however high the limit.
  @Test func countsWhatIsOpenAlready() async throws {
    let open = (3...9).map { "exec \($0)</dev/null" }.joined(separator: "; ")
    let result = try await result(world(), "\(open); ulimit -n 40; exec \"$shotflow\" --version")
    #expect(result.status == .exited(69))
    #expect(result.errorText.contains("free, 32 needed"))
  }
}
