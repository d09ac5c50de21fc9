import Foundation

/// A program that a test runs, with everything that it gets.
///
///     let result = try await RunProgram(Products.shotflow, ["run", rule]).result()
///     #expect(result.status == .exited(0))
///
/// Its environment is nearly empty: the program sees no home folder, so a test that forgets to
/// redirect the state folder fails and leaves the user's own state alone.
package struct RunProgram: Sendable {
  package var executable: String
  package var arguments: [String]
  /// Joins the few variables that every program gets, and wins over them.
  package var environment: [String: String]
  package var workingFolder: String?
  package var input: [UInt8]
  /// After this time the program and the programs that it started are killed.
  package var timeout: Duration
  /// The terminal for standard input and error; nil for pipes.
  package var terminal: Terminal?
  /// True if its memory is looked at again and again, which takes time from the program itself.
  package var isMemoryWatched = false

  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    workingFolder: String? = nil, input: some Sequence<UInt8> = [],
    timeout: Duration = .seconds(600),
    terminal: Terminal? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.input = Array(input)
    self.timeout = timeout
    self.terminal = terminal
  }

  /// Runs the program to its end. On a terminal `input` is typed at once.
  package func result() async throws -> ProgramResult {
    let program = try start()
    program.send(input)
    if terminal == nil { program.closeInput() }
    return await program.result()
  }

  /// Starts the program and leaves its input open; `input` is not sent.
  package func start() throws -> RunningProgram {
    try RunningProgram(self)
  }

  /// The environment as the program gets it.
  var fullEnvironment: [String: String] {
    let kept =
      ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LLVM_PROFILE_FILE"]
      + Sanitizer.variables
    var variables = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    variables["HOME"] = "/dev/null/none"
    variables["LANG"] = "C.UTF-8"
    variables["TERM"] = terminal == nil ? "dumb" : "xterm-256color"
    return variables.merging(environment) { $1 }
  }
}
