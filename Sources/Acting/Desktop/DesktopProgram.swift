internal import Platform

/// A program of the user's desktop that is handed a file or a text.
struct DesktopProgram: Hashable, Sendable {
  let path: String
  let arguments: [String]

  /// How long its end is waited for; one that goes on is left to itself.
  private static let patience = Duration.seconds(5)

  /// Finds a program in the folders of `PATH` that are absolute.
  ///
  /// - Returns: nil where it is in none of them.
  init?(_ name: String, _ arguments: [String] = []) {
    let folders = (Self.variable("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    guard let path = folders.map({ "\($0)/\(name)" }).first(where: Self.isProgram) else {
      return nil
    }
    self.path = path
    self.arguments = arguments
  }

  /// A variable of the environment; nil for one that is empty.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  private var name: Substring { path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst() }

  /// Starts it, with nothing of the run but one file.
  ///
  /// - Parameters:
  ///   - further: words behind its own.
  ///   - input: what it reads on its standard input; nil for nothing.
  /// - Throws: ``FileProblem`` when it can't be started, or ends with a problem.
  func run(_ further: [String] = [], input: Int32? = nil) throws(FileProblem) {
    let child: ChildProcess
    do throws(SpawnProblem) {
      child = try ChildProcess(
        path: path, arguments: arguments + further, descriptors: [input ?? -1, -1, -1],
        environment: ChildProcess.userEnvironment)
    } catch {
      throw FileProblem("can't start \"\(path)\": \(error.text)")
    }
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end {
      if let end = child.endIfOver() {
        guard end == .exited(0) else { throw FileProblem("\(name) \(end.text)") }
        return
      }
      usleep(2000)
    }
  }
}
