import Foundation

/// The library that makes system calls fail (Tests/CFaults/faults.c), built when it is first needed.
package enum FaultLibrary {
  /// Its path; nil where it can't be built or loaded in front of others.
  package static let path: String? = build()

  private static func build() -> String? {
    #if os(Linux)
      guard let compiler = find("clang") ?? find("cc") else { return nil }
      // This file is Tests/TestSupport/FaultLibrary.swift in the checkout.
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("CFaults/faults.c").path
      let output = "\(FileManager.default.temporaryDirectory.path)/shotflow-faults-\(getpid()).so"
      let process = Process()
      process.executableURL = URL(fileURLWithPath: compiler)
      process.arguments = ["-shared", "-fPIC", "-O1", source, "-o", output]
      guard (try? process.run()) != nil else { return nil }
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { return nil }
      atexit {
        unlink("\(FileManager.default.temporaryDirectory.path)/shotflow-faults-\(getpid()).so")
      }
      return output
    #else
      return nil
    #endif
  }

  private static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
