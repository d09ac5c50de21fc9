import Foundation

/// Real pictures and libraries that are not part of the project, when they are at hand.
///
/// They lie where `SHOTFLOW_TEST_DATA` says, or in `shared/data` beside the checkout. A test that
/// needs some is enabled by `SharedData.has("exif-samples")`.
package enum SharedData {
  /// The path of a file or folder of the shared data, or nil with a printed line.
  package static func path(_ relativePath: String) -> String? {
    for folder in candidates {
      let path = "\(folder)/\(relativePath)"
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    print("skipped: no \(relativePath) in SHOTFLOW_TEST_DATA or in shared/data beside the checkout")
    return nil
  }

  /// Copies a file or folder, which another user may own: Foundation would give the copy that owner,
  /// which only root can.
  package static func copy(_ relativePath: String, to path: String) throws {
    guard let source = Self.path(relativePath) else { throw CocoaError(.fileNoSuchFile) }
    let copy = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: ["-R", source, path])
    copy.waitUntilExit()
    guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  package static func has(_ relativePath: String) -> Bool {
    path(relativePath) != nil
  }

  private static var candidates: [String] {
    if let folder = ProcessInfo.processInfo.environment["SHOTFLOW_TEST_DATA"] { return [folder] }
    // This file is Tests/TestSupport/SharedData.swift in the checkout.
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return [checkout.deletingLastPathComponent().appendingPathComponent("shared/data").path]
  }
}
