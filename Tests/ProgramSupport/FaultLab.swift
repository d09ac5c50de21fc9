import Foundation
import Samples
import TestSupport
import Testing

/// Runs the program on one library again and again, with another fault each time.
package final class FaultLab: Sendable {
  private let path: FaultPath
  private let world: ProgramWorld
  private let rule: String
  private let expected: ProgramResult
  private let expectedPaths: [String]
  private let expectedFiles: [String: [UInt8]]
  private let counts: [(call: String, count: Int)]

  /// The statuses of the table, without those of a wrong command line and of a bug.
  private static let statuses: Set<Int32> = [0, 3, 65, 66, 69, 73, 77]

  /// The errors that a call can give. SQLite's reaction to a signal while it syncs or locks is its
  /// own matter: these calls give none on the file systems that hold ledgers.
  private static let kinds: [(kind: String, calls: Set<String>)] = [
    (
      "EIO",
      [
        "open", "read", "pread", "write", "pwrite", "sync", "rename", "link", "stat", "mmap",
        "truncate", "mkdir", "copy", "list", "memfd", "thread", "spawn", "socketpair", "send",
        "receive",
      ]
    ),
    (
      "ENOSPC",
      ["open", "write", "pwrite", "sync", "rename", "link", "truncate", "mkdir", "copy", "memfd"]
    ),
    ("EMFILE", ["open", "socketpair", "memfd", "spawn"]),
    (
      "EINTR",
      [
        "open", "read", "pread", "write", "pwrite", "copy", "list", "send", "receive", "own-sync",
        "own-lock",
      ]
    ),
    ("short", ["read", "pread", "write", "pwrite", "copy"]),
    (
      "die",
      ["open", "pread", "write", "pwrite", "sync", "rename", "link", "unlink", "truncate", "copy"]
    ),
  ]

  package init(_ path: FaultPath) async throws {
    self.path = path
    world = try ProgramWorld()
    let kinds = SampleKinds.all.filter { path.kinds.contains($0.name) }
    for (number, kind) in kinds.enumerated() {
      try world.directory.write(kind.sample, to: "pictures/\(number) \(kind.name)")
    }
    for number in 1...path.copies { try world.picture("seed \(number).png", seed: UInt64(number)) }
    rule = try world.libraryRule(path.stages)
    var arguments = ["run", rule, "--library", world.library]
    if path.hasOutput { arguments += ["--out", world.path("out")] }
    expected = try await Self.program(
      path, in: world, arguments, ["SHOTFLOW_FAULT_COUNTS": world.path("counts")]
    ).result()
    expectedPaths = try expected.records().compactMap(\.path)
    expectedFiles = Self.files(below: world.path("out"))
    // A decoder meets the faults, too, and counts for itself.
    var counts: [String: Int] = [:]
    for line in try world.directory.text(of: "counts").split(separator: "\n") {
      let words = line.split(separator: " ")
      counts[String(words[0])] = max(counts[String(words[0])] ?? 0, Int(words[1]) ?? 0)
    }
    self.counts = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    try #require(expected.status == .exited(0), "\(expected.errorText)")
    try #require(!expectedPaths.isEmpty)
  }

  private static func program(
    _ path: FaultPath, in world: ProgramWorld, _ arguments: [String], _ faults: [String: String]
  ) throws -> RunProgram {
    path.fillsCatalogue
      ? try world.laterProgram(arguments, faults) : try world.faultyProgram(arguments, faults)
  }

  /// Every fault, or so many of them.
  package func points(atMost limit: Int) -> [FaultPoint] {
    var points: [FaultPoint] = []
    for (kind, calls) in Self.kinds {
      for (call, count) in counts where calls.contains(call) && count > 0 {
        for number in 1...count {
          points.append(FaultPoint(call: call, number: number, stays: false, kind: kind))
          // libdispatch waits for ever for a thread that it can't have.
          guard kind != "EINTR", kind != "die", call != "thread" else { continue }
          points.append(FaultPoint(call: call, number: number, stays: true, kind: kind))
        }
      }
    }
    guard points.count > limit else { return points }
    return (0..<limit).map { points[$0 * points.count / limit] }
  }

  /// Returns the problems after a run with that fault.
  package func problems(after point: FaultPoint) async throws -> [String] {
    for folder in ["state", "cache", "out"] {
      try? FileManager.default.removeItem(atPath: world.path(folder))
    }
    var arguments = ["run", rule, "--library", world.library]
    if path.hasOutput { arguments += ["--out", world.path("out")] }
    let result = try await Self.program(
      path, in: world, arguments, ["SHOTFLOW_FAULT": "\(point)"]
    ).result()
    var problems = try endProblems(of: result, point)
    problems += outputProblems()
    if path.remembers { problems += try await memoryProblems(of: result) }
    if path.fillsCatalogue {
      // Whatever was kept, it is true.
      let next = try await world.run("run", rule, "--library", world.library)
      if Self.plain(next) != Self.plain(expected) {
        problems.append("the next run tells otherwise")
      }
    }
    if !problems.isEmpty { problems.append("standard error: \(result.errorText.prefix(400))") }
    return problems
  }

  private func endProblems(of result: ProgramResult, _ point: FaultPoint) throws -> [String] {
    if result.didTimeOut { return ["it hangs"] }
    // What a kill cut short ends within a line.
    if point.isDeath { return [] }
    guard case .exited(let status) = result.status, Self.statuses.contains(status) else {
      return ["it ended with \(result.status)"]
    }
    var problems: [String] = []
    let isWhole = result.output.last.map { $0 == UInt8(ascii: "\n") } ?? true
    let isOutputFault = point.call == "write"
    if !isWhole, !isOutputFault { problems.append("the last line is half of one") }
    let paths = try Self.completeRecords(result).compactMap(\.path)
    if paths.count != Set(paths).count { problems.append("a record came twice") }
    if point.isHarmless {
      if status != 0 { problems.append("it ended with \(status)") }
      if Self.plain(result) != Self.plain(expected) { problems.append("the output is another") }
    } else if status == 0, Set(paths) != Set(expectedPaths) {
      problems.append("records are missing and nothing is said")
    } else if status != 0, result.errorText.isEmpty, !(isOutputFault && point.stays) {
      problems.append("it ended with \(status) and said nothing")
    }
    return problems
  }

  /// A file of the output is there as it should be, or not at all.
  private func outputProblems() -> [String] {
    Self.files(below: world.path("out")).compactMap { name, bytes in
      if name.hasPrefix(".shotflow-") { return "\(name) is left" }
      return expectedFiles[name] == bytes ? nil : "\(name) is not as it should be"
    }
  }

  /// Nothing is offered twice, and everything is offered or listed as unconfirmed.
  private func memoryProblems(of first: ProgramResult) async throws -> [String] {
    let second = try await world.run("run", rule, "--library", world.library)
    guard second.status == .exited(0) else {
      return ["the next run ended with \(second.status): \(second.errorText)"]
    }
    let before = Set(try Self.completeRecords(first).compactMap(\.path))
    let after = Set(try second.records().compactMap(\.path))
    let unconfirmed = Set(
      try await world.ledgerEntries().filter { $0.state == "unconfirmed" }.map(\.filename))
    var problems = before.intersection(after).map { "\($0) was offered twice" }
    for path in expectedPaths where !before.contains(path) && !after.contains(path) {
      let name = String(path.split(separator: "/").last ?? "")
      if !unconfirmed.contains(name) { problems.append("\(path) was forgotten") }
    }
    return problems
  }

  private static func completeRecords(_ result: ProgramResult) throws -> [PrintedRecord] {
    guard let end = result.output.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return try ProgramResult.decode(Array(result.output[...end]))
  }

  /// The output without the moments at which it was made.
  private static func plain(_ result: ProgramResult) -> String {
    result.text.replacing(/"offeredAt":"[^"]*"/, with: "")
  }

  private static func files(below folder: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      files[name] = (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))).map(
        Array.init)
    }
    return files
  }
}
