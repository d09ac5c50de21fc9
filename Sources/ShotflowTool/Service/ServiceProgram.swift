internal import Console
internal import Pipeline
internal import Platform

/// A program of the system that keeps services up, such as systemctl.
struct ServiceProgram {
  let name: String
  private let path: String

  /// Finds it in the folders of `PATH` that are absolute.
  ///
  /// - Returns: nil where it is in none of them.
  init?(_ name: String) {
    let folders = (Environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    let paths: [String] = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
    self.name = name
    self.path = path
  }

  /// Starts it and waits for its end; what it says goes to standard error.
  ///
  /// - Returns: whether all went well.
  func run(_ words: [String]) -> Bool {
    let child = try? ChildProcess(
      path: path, arguments: words, descriptors: [-1, STDERR_FILENO, STDERR_FILENO],
      environment: ChildProcess.userEnvironment)
    return child?.wait() == .exited(0)
  }

  /// Becomes that program, with this one's input, output and status.
  ///
  /// - Throws: ``FileProblem`` when it can't be started.
  func become(_ words: [String]) throws(FileProblem) -> Never {
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) }
    arguments.append(nil)
    execv(path, &arguments)
    throw FileProblem("can't start \"\(path)\": \(FileProblem(error: errno).reason)")
  }
}
