import Foundation

/// The counts and measurements of tests, for the table of `script/torture`.
package enum Figures {
  /// Prints a figure, and adds it to the file that the variable `SHOTFLOW_FIGURES` names: a line of
  /// the name, a tab and the value.
  package static func note(_ name: String, _ value: some CustomStringConvertible) {
    print("\(name): \(value)")
    guard let path = ProcessInfo.processInfo.environment["SHOTFLOW_FIGURES"] else { return }
    let line = "\(name)\t\(value)\n"
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // One call, so that lines of tests that run at once don't mix.
    _ = line.withCString { write(descriptor, $0, strlen($0)) }
  }
}
