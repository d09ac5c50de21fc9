import Foundation
import ProgramSupport
import TestSupport
import Testing

/// An empty home in which the commands of one document are run, in order, by the tool as it is
/// installed.
///
/// The clock's zone is UTC and state is kept in the folder.
struct Tour {
  private let folder: TemporaryDirectory

  /// The folder of the tool that `script/install` puts beside the built one, once.
  private static let programs = Task {
    let prefix = "\(Installation.programs)/installed"
    let made = try await RunProgram(
      "\(Checkout.path)/script/install",
      environment: ["PREFIX": prefix, "PROGRAMS": Installation.programs, "STRIP": ""]
    ).result()
    try #require(made.status == .exited(0), "\(made.errorText)")
    return "\(prefix)/bin"
  }

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("rules")
  }

  func write(_ text: String, to path: String) throws {
    try folder.write(text, to: path)
  }

  /// A program that the commands of a block need and the computer lacks.
  func missingProgram(of block: FencedBlock) async throws -> String? {
    for program in block.needs
    where try await run("command -v \(program)").status != .exited(0) { return program }
    return nil
  }

  /// Returns the output of a command: messages first, so that the order does not depend on timing.
  func run(_ command: String) async throws -> (lines: [String], status: ProgramResult.Status) {
    let programs = try await Self.programs.value
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try await RunProgram(
      "/bin/bash", ["-c", command],
      environment: [
        "PATH": "\(programs):\(path)", "TZ": "UTC", "HOME": folder.path,
        "XDG_STATE_HOME": folder.path("state"), "XDG_CACHE_HOME": folder.path("cache"),
        "XDG_CONFIG_HOME": folder.path("config"),
      ], workingFolder: folder.path
    ).result()
    let text = result.errorText + result.text
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return (lines, result.status)
  }
}
