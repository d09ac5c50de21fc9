internal import CSystem
internal import Platform

/// A program that was started with a few open files and nothing else; its number stays its own
/// until it is waited for.
package struct ChildProcess {
  package let number: Int32

  /// - Parameters:
  ///   - descriptors: its descriptors from 0 on; -1 for the null device.
  ///   - environment: its variables; nil for nothing but where shared libraries lie.
  /// - Throws: what the system said.
  package init(
    path: String, arguments: [String], descriptors: [Int32],
    environment: [String]? = nil
  ) throws(SpawnProblem) {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? Self.usual).map {
      strdup($0)
    }
    defer { for text in words + variables { free(text) } }
    words.append(nil)
    variables.append(nil)
    var number: pid_t = 0
    let problem = csystem_spawn(
      path, &words, &variables, descriptors, descriptors.count, &number)
    guard problem == 0 else { throw SpawnProblem(code: problem) }
    self.number = number
  }

  /// Where shared libraries lie is the one thing that a person may have had to say.
  private static var usual: [String] {
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].compactMap { (name: String) -> String? in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
  }

  /// Ends it and all of its group.
  package func end() {
    kill(-number, SIGKILL)
    kill(number, SIGKILL)
  }

  /// Asks it to end itself, and all that it is responsible for.
  package func ask() {
    kill(number, SIGTERM)
  }

  /// Waits for its end.
  package func wait() -> ProcessEnd {
    var status: Int32 = 0
    while true {
      if waitpid(number, &status, 0) == number { return ProcessEnd(status: status) }
      if errno != EINTR { return .unknown }
    }
  }

  /// What it has used up to now; nil where the system does not tell.
  package var usage: ProcessUsage? {
    var (used, waited): (Int64, Int64) = (0, 0)
    guard csystem_process_usage(number, &used, &waited) == 0 else { return nil }
    return ProcessUsage(used: .nanoseconds(used), waited: .nanoseconds(waited))
  }

  /// Nil while it runs.
  package func endIfOver() -> ProcessEnd? {
    var status: Int32 = 0
    switch waitpid(number, &status, WNOHANG) {
    case 0: return nil
    case number: return ProcessEnd(status: status)
    default: return errno == EINTR ? nil : .unknown
    }
  }
}
