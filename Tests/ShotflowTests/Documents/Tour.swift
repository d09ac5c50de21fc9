import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A folder with the project's rules in which the commands of one document are run, in order.
///
/// The clock's zone is UTC and state is kept in the folder.
struct Tour {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for path in Checkout.files(in: "rules") where path.hasSuffix(".lua") {
      try folder.write(try Checkout.text(of: path), to: path)
    }
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
    let products = URL(fileURLWithPath: Products.shotflow).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try await RunProgram(
      "/bin/bash", ["-c", command],
      environment: [
        "PATH": "\(products):\(path)", "TZ": "UTC", "HOME": folder.path,
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
