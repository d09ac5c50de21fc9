import Foundation
import Samples
import TestSupport
import Testing

/// System calls that fail, each at its time: a clear end, nothing half made, nothing lost.
@Suite struct FaultTests {
  /// All faults of one way through the program, or some of them, spread evenly.
  @Test(arguments: FaultPath.all)
  func whatFailsIsToldAndCostsNothingElse(path: FaultPath) async throws {
    guard let lab = try await FaultLab(path) else { return }
    let points = lab.points(atMost: Effort.isFull ? .max : 36)
    for point in points {
      let problems = try await lab.problems(after: point)
      #expect(problems.isEmpty, "\(path.name), \(point): \(problems.joined(separator: "; "))")
    }
    Figures.note("fault points: \(path.name)", points.count)
  }

  @Test func aLedgerOnANetworkFileSystemIsRefused() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let arguments =
      ["run", ProgramWorld.recentRule, "--library", world.library]
      + ["--now", ProgramWorld.now]
    // NFS, by the number of <linux/magic.h>.
    let program = world.faultyProgram(arguments, ["SHOTFLOW_FILE_SYSTEM": "6969"])
    guard let result = try await program?.result() else { return }
    #expect(result.status == .exited(73))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("network file system (NFS)"))
    #expect(result.errorText.contains("set XDG_STATE_HOME"))
    #expect(!FileManager.default.fileExists(atPath: world.ledger))
  }

  /// Where files can't be without a name, those that a kill leaves are removed by the next run.
  @Test func whatAKillLeavesWhereFilesNeedNamesIsRemoved() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let arguments = ["run", rule, "--library", world.library, "--out", world.path("out")]
    let hidden = { () throws -> [String] in
      try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
        .filter { $0.hasPrefix(".shotflow-") }
    }
    guard
      let killed = world.faultyProgram(
        arguments, ["SHOTFLOW_FAULT": "copy:2:die", "SHOTFLOW_NO_UNNAMED_FILES": "1"])
    else { return }
    #expect(try await killed.result().status == .killed(signal: SIGKILL))
    #expect(try hidden().count == 1)
    let next = world.faultyProgram(arguments, ["SHOTFLOW_NO_UNNAMED_FILES": "1"])
    #expect(try await next?.result().status == .exited(0))
    #expect(try hidden().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("out")).count == 3)
  }
}
