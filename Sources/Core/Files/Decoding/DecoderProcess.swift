internal import Decoding
internal import Platform

/// A decoder process and its current task; used by one thread at a time.
final class DecoderProcess {
  enum State {
    /// The process is starting; it is killed if it is not ready in time.
    case starting(until: SuspendingClock.Instant)
    case idle
    case busy(DecodeTask, until: SuspendingClock.Instant)
  }

  let scope: DecoderScope
  var state: State
  private(set) var greeting: DecoderGreeting?
  private(set) var servedCount = 0
  private let child: ChildProcess
  let socket: MessageSocket
  private var requestNumber: UInt64 = 0
  private var allowance = DecoderTimeBudget(.zero, at: .now, usage: nil)

  init(
    path: String, scope: DecoderScope, startingWithin duration: Duration
  ) throws(SpawnProblem) {
    guard let (mine, theirs) = MessageSocket.pair() else { throw SpawnProblem(code: errno) }
    socket = MessageSocket(
      owning: mine, bodyLimit: FrameHeader.responseLimit, descriptorLimit: 0)
    defer { close(theirs) }
    guard fcntl(mine, F_SETFL, O_NONBLOCK) == 0 else { throw SpawnProblem(code: errno) }
    self.scope = scope
    child = try ChildProcess(
      path: path, arguments: ["3", scope.rawValue], descriptors: [-1, -1, -1, theirs])
    state = .starting(until: .now + duration)
  }

  var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  var isStarting: Bool {
    if case .starting = state { true } else { false }
  }

  /// The time at which the process is overdue; nil while it is idle.
  var deadline: SuspendingClock.Instant? {
    switch state {
    case .starting(let until), .busy(_, let until): until
    case .idle: nil
    }
  }

  /// Sends a file to the process. Throws ``WireProblem/tooLong`` before any change; any other error
  /// means that the process has ended.
  func send(_ task: DecodeTask, within duration: Duration) throws(WireProblem) {
    let message = try task.request.frame(number: requestNumber + 1)
    requestNumber += 1
    servedCount += 1
    allowance = DecoderTimeBudget(duration, at: .now, usage: child.usage)
    state = .busy(task, until: allowance.firstEnd)
    try socket.send(message, descriptors: task.descriptors)
  }

  /// Extends the deadline by the time for which the process waited for a processor; returns false
  /// if the extended deadline has passed, too.
  func extend(at now: SuspendingClock.Instant) -> Bool {
    guard case .busy(let task, _) = state,
      let until = allowance.end(at: now, usage: child.usage)
    else { return false }
    state = .busy(task, until: until)
    return true
  }

  /// Returns true if a message answers the current request, and not an earlier one.
  func isCurrent(_ frame: ReceivedFrame) -> Bool { frame.number == requestNumber }

  /// Reads the greeting, after which the process is idle.
  func welcome(_ frame: ReceivedFrame) throws(WireProblem) {
    greeting = try DecoderGreeting(kind: frame.kind, body: frame.body)
    state = .idle
  }

  func end() -> ProcessEnd {
    child.end()
    return child.wait()
  }

  /// Kills the process without waiting; the caller has to wait for the returned process.
  func beginEnd() -> ChildProcess {
    child.end()
    return child
  }
}
