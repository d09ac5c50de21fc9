internal import CSystem
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A program that manages the system's services, such as systemctl.
struct ServiceProgram {
  let name: String
  private let path: String

  /// Finds the program in the absolute folders of `PATH`; nil if none of them has it.
  init?(_ name: String) {
    let folders = (Environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    let paths: [String] = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
    self.name = name
    self.path = path
  }

  /// Runs the program, with output on standard error; returns true if it exited with status 0.
  func run(_ words: [String]) -> Bool {
    let child = try? ChildProcess(
      path: path, arguments: words, descriptors: [-1, STDERR_FILENO, STDERR_FILENO],
      environment: ChildProcess.userEnvironment)
    return child?.wait() == .exited(0)
  }

  /// Replaces this process by the program, with the same input and output. Throws ``FileProblem``
  /// if it can't be started.
  func become(_ words: [String]) throws(FileProblem) -> Never {
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) }
    arguments.append(nil)
    let problem = FileProblem(error: csystem_become(path, &arguments))
    throw FileProblem("can't start \"\(path)\": \(problem.reason)")
  }
}
