import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// System calls that fail, each at its time: a clear end, nothing half made, nothing lost.
@Suite(.needs(.faultLibrary)) struct FaultTests {
  /// All faults of one way through the program, or some of them, spread evenly.
  @Test(arguments: FaultPath.all)
  func aFailureIsReportedAndCostsNothingElse(path: FaultPath) async throws {
    let lab = try await FaultLab(path)
    let points = lab.points(atMost: Effort.isFull ? .max : 24)
    // A world for each core, where there is much to do.
    var labs = [lab]
    while Effort.isFull, labs.count < ProcessInfo.processInfo.activeProcessorCount {
      labs.append(try await FaultLab(path))
    }
    let count = labs.count
    try await withThrowingTaskGroup { group in
      for (number, lab) in labs.enumerated() {
        group.addTask {
          for index in stride(from: number, to: points.count, by: count) {
            let problems = try await lab.problems(after: points[index])
            #expect(
              problems.isEmpty,
              "\(path.name), \(points[index]): \(problems.joined(separator: "; "))")
          }
        }
      }
      try await group.waitForAll()
    }
    Figures.note("fault points: \(path.name)", points.count)
  }

  /// A token is given for what outlasts a power failure: the file, and its name in the folder.
  @Test(arguments: 1...2)
  func aSignalWhileATokenIsSyncedCostsNothing(number: Int) async throws {
    let world = try ProgramWorld()
    try world.picture()
    let program = try world.faultyProgram(
      ["run", ProgramWorld.changesRule, "--library", world.library],
      ["SHOTFLOW_FAULT": "own-sync:\(number):EINTR"])
    let result = try await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    #expect(result.lines.last?.contains("\"kind\":\"token\"") == true)
  }

  /// Whichever of its files finds no room: the ledger, its log, the index of its log.
  @Test(
    arguments: [
      ("pwrite:1+", "the disk is full; free some space"),
      ("pwrite:2+", "the disk is full; free some space"),
      ("pwrite:3+", "the disk is full; free some space"),
      ("sync:1+", "the disk may be full or failing: free some space"),
    ])
  func aFullDiskUnderALedgerIsReportedWithItsRemedy(_ calls: String, _ remedy: String) async throws
  {
    let world = try ProgramWorld()
    try world.picture("first.png")
    let rule = try world.libraryRule("dedupe { memory = \"kept\" }")
    let arguments = ["run", rule, "--library", world.library, "--no-catalogue"]
    _ = try await world.program(arguments).result()
    #expect(try await world.ledgerEntries().count == 1)
    try world.picture("second.png", seed: 2)
    let program = try world.faultyProgram(arguments, ["SHOTFLOW_FAULT": "\(calls):ENOSPC"])
    let result = try await program.result()
    #expect(result.status == .exited(73))
    #expect(result.text == "")
    #expect(result.errorText.contains(remedy), "\(result.errorText)")
    #expect(try await world.ledgerEntries().count <= 2)
  }

  @Test func aLedgerOnANetworkFileSystemIsRefused() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let arguments =
      ["run", ProgramWorld.recentRule, "--library", world.library]
      + ["--now", ProgramWorld.now]
    // NFS, by the number of <linux/magic.h>.
    let program = try world.faultyProgram(arguments, ["SHOTFLOW_FILE_SYSTEM": "6969"])
    let result = try await program.result()
    #expect(result.status == .exited(73))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("network file system (NFS)"))
    #expect(result.errorText.contains("set XDG_STATE_HOME"))
    #expect(!FileManager.default.fileExists(atPath: world.ledger))
  }

  /// Named temporary files that a kill leaves are removed by the next run.
  @Test func whatAKillLeavesWhereFilesNeedNamesIsRemoved() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let arguments = ["run", rule, "--library", world.library, "--out", world.path("out")]
    let hidden = { () throws -> [String] in
      try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
        .filter { $0.hasPrefix(".shotflow-") }
    }
    let killed = try world.faultyProgram(
      arguments, ["SHOTFLOW_FAULT": "copy:2:die", "SHOTFLOW_NO_UNNAMED_FILES": "1"])
    #expect(try await killed.result().status == .killed(signal: SIGKILL))
    #expect(try hidden().count == 1)
    let next = try world.faultyProgram(arguments, ["SHOTFLOW_NO_UNNAMED_FILES": "1"])
    #expect(try await next.result().status == .exited(0))
    #expect(try hidden().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("out")).count == 3)
  }
}
