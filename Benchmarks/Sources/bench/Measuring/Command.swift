#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A program to run and measure.
struct Command {
  let program: String
  let arguments: [String]
  var input = "/dev/null"
  var output = "/dev/null"
  /// The exit statuses of a run that did what it should.
  var accepted: Set<Int32> = [0]

  init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  func reading(_ path: String) -> Command {
    var command = self
    command.input = path
    return command
  }

  func writing(to path: String) -> Command {
    var command = self
    command.output = path
    return command
  }

  func accepting(_ statuses: Set<Int32>) -> Command {
    var command = self
    command.accepted = statuses
    return command
  }

  /// Runs the program to its end.
  ///
  /// - Throws: ``BenchmarkError`` with what the program said when it fails.
  @discardableResult
  func run(in settings: Settings) throws(BenchmarkError) -> Sample {
    let clock = ContinuousClock()
    let start = clock.now
    let process = try spawn(in: settings)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw BenchmarkError("lost \(program)") }
    }
    let wall = (clock.now - start) / .seconds(1)
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    guard accepted.contains(code) else {
      throw BenchmarkError(
        "\(program) \(arguments.joined(separator: " ")) ended with \(code)\n"
          + System.text(of: settings.messages))
    }
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) << 10
    #endif
    return Sample(
      wall: wall, cpu: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime), peak: peak)
  }

  static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }

  private func spawn(in settings: Settings) throws(BenchmarkError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writes = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, writes, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, settings.messages, writes, 0o644)

    var words = ([program] + arguments).map { strdup($0) }
    var variables = settings.environment.map { strdup($0) }
    defer { for text in words + variables { free(text) } }
    words.append(nil)
    variables.append(nil)
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &actions, nil, words, variables)
    guard error == 0 else {
      throw BenchmarkError("can't run \(program): \(String(cString: strerror(error)))")
    }
    return process
  }
}
