import Foundation

/// The executables that the build put beside the tests, or in the folder that `SHOTFLOW_PRODUCTS` names,
/// such as that of a build for release.
package enum Products {
  package static var shotflow: String { path(of: "shotflow") }

  package static var ownTool: String { path(of: "own-tool") }

  package static var makeSamples: String { path(of: "make-samples") }

  package static var decoder: String { path(of: "shotflow-decode") }

  package static var fakeDecoder: String { path(of: "fake-decoder") }

  package static var compareFacts: String { path(of: "compare-facts") }

  package static var jailProbe: String { path(of: "jail-probe") }

  /// On Linux the tests run inside an executable in the build folder; on macOS inside a bundle
  /// there, which is found among the loaded ones.
  private static func path(of name: String) -> String {
    if let folder = ProcessInfo.processInfo.environment["SHOTFLOW_PRODUCTS"] {
      let path = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let anchor = bundle?.bundleURL ?? executable
    return anchor.deletingLastPathComponent().appendingPathComponent(name).path
  }

  private static var executable: URL {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return URL(fileURLWithPath: path ?? CommandLine.arguments[0])
  }
}
