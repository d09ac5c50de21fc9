internal import Platform

/// Why what a command is to read can't be read.
package struct InputProblem: Error, CustomStringConvertible {
  private let path: String?
  private let reason: String

  /// - Parameters:
  ///   - path: nil for standard input.
  ///   - error: what the system said, as errno.
  package init(_ path: String?, error: Int32) {
    self.path = path
    reason = String(cString: strerror(error)).lowercased()
  }

  package var description: String {
    "can't read \(path.map { "\"\($0)\"" } ?? "standard input"): \(reason)"
  }
}
