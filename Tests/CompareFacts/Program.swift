import Foundation

/// A program that is run to its end, its output read from a file so that neither waits for the other.
enum Program {
  struct Failure: Error {
    let message: String
  }

  static func output(
    of executable: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> Data {
    let folder = try ScratchFolder()
    let (inputFile, outputFile) = (folder.path("input"), folder.path("output"))
    try input.write(to: inputFile)
    try Data().write(to: outputFile)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: outputFile)
  }

  /// Returns the path of a program in the search path.
  static func path(of name: String) throws -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let found = folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { throw Failure(message: "no \(name) in the search path") }
    return found
  }
}

/// A folder that is gone with its last user.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "compare-facts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> URL { url.appendingPathComponent(name) }
}
