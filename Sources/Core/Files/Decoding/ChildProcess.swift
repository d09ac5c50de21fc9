internal import CSystem
internal import Platform

/// A program started with only the given open files; its ID stays reserved until ``wait()``.
package struct ChildProcess {
  /// The process ID.
  package let number: Int32

  /// - Parameters:
  ///   - values: further arguments, which may be no UTF-8; without NUL.
  ///   - descriptors: the child's descriptors from 0 on; -1 for the null device.
  ///   - environment: the child's variables as `NAME=value`; nil for only those that give paths of
  ///     shared libraries.
  /// - Throws: ``SpawnProblem`` with the system's error if the program can't be started.
  package init(
    path: String, arguments: [String], values: [[UInt8]] = [], descriptors: [Int32],
    environment: [String]? = nil
  ) throws(SpawnProblem) {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words += values.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) }
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

  /// The environment variables for paths of shared libraries, which the user may have had to set.
  private static var usual: [String] {
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].compactMap { (name: String) -> String? in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
  }

  /// Kills the process and its process group.
  package func end() {
    kill(-number, SIGKILL)
    kill(number, SIGKILL)
  }

  /// Sends SIGTERM, so that the process can end itself and everything that it started.
  package func ask() {
    kill(number, SIGTERM)
  }

  /// Waits for the end of the process, and returns how it ended.
  package func wait() -> ProcessEnd {
    var status: Int32 = 0
    while true {
      if waitpid(number, &status, 0) == number { return ProcessEnd(status: status) }
      if errno != EINTR { return .unknown }
    }
  }

  /// The processor time of the process; nil if the system does not report it.
  package var usage: ProcessUsage? { usage(generations: 0) }

  /// Returns the processor time of the process and of what it, its children and further generations
  /// started; nil if the system does not report it.
  package func usage(generations: Int) -> ProcessUsage? {
    var (used, waited): (Int64, Int64) = (0, 0)
    guard csystem_process_usage(number, Int32(generations), &used, &waited) == 0 else { return nil }
    return ProcessUsage(used: .nanoseconds(used), waited: .nanoseconds(waited))
  }

  /// True if the process has ended; its number, and that of its group, stay reserved.
  package var hasEnded: Bool {
    var facts = siginfo_t()
    guard waitid(P_PID, id_t(number), &facts, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return errno != EINTR
    }
    return facts.si_signo == SIGCHLD
  }

  /// Returns how the process ended; nil while it runs.
  package func endIfOver() -> ProcessEnd? {
    var status: Int32 = 0
    switch waitpid(number, &status, WNOHANG) {
    case 0: return nil
    case number: return ProcessEnd(status: status)
    default: return errno == EINTR ? nil : .unknown
    }
  }
}

/// The processor time that a process used, and the time for which it waited for a processor.
package struct ProcessUsage: Sendable, Hashable {
  /// The sum of the times for which its threads ran.
  package let used: Duration
  /// The sum of the times for which its threads were ready but did not run.
  package let waited: Duration

  package init(used: Duration, waited: Duration) {
    self.used = used
    self.waited = waited
  }
}

/// The reason why a program could not be started.
package struct SpawnProblem: Error, Hashable {
  /// The system's error, as in errno.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// True if starting may succeed later, when other processes have ended.
  var isPassing: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) }

  /// The system's message in lowercase, such as `no such file or directory`.
  package var text: String { String(cString: strerror(code)).lowercased() }
}
