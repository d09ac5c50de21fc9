internal import Decoding
internal import Platform

/// A decoder process and what it is at; used by one thread at a time.
final class DecoderProcess {
  enum State {
    /// It gets ready; when it has not said so in time, it is given up.
    case starting(until: SuspendingClock.Instant)
    case idle
    case busy(DecodeTask, until: SuspendingClock.Instant)
  }

  let scope: DecoderScope
  var state: State
  /// Nil until it is ready.
  private(set) var greeting: DecoderGreeting?
  /// How many files it was given.
  private(set) var servedCount = 0
  private let child: ChildProcess
  let socket: MessageSocket
  private var requestNumber: UInt64 = 0
  private var allowance = DecoderAllowance(.zero, at: .now, usage: nil)

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

  /// When it will be too late; nil while nothing is expected of it.
  var deadline: SuspendingClock.Instant? {
    switch state {
    case .starting(let until), .busy(_, let until): until
    case .idle: nil
    }
  }

  /// Hands it a file; a request that is too long changes nothing.
  func send(_ task: DecodeTask, within duration: Duration) throws(WireProblem) {
    let message = try task.request.frame(number: requestNumber + 1)
    requestNumber += 1
    servedCount += 1
    allowance = DecoderAllowance(duration, at: .now, usage: child.usage)
    state = .busy(task, until: allowance.firstEnd)
    try socket.send(message, descriptors: task.descriptors)
  }

  /// Gives it the time that others took from it; false when it has had its own.
  func extend(at now: SuspendingClock.Instant) -> Bool {
    guard case .busy(let task, _) = state,
      let until = allowance.end(at: now, usage: child.usage)
    else { return false }
    state = .busy(task, until: until)
    return true
  }

  /// Whether a message answers what it is at, and not something earlier.
  func isCurrent(_ frame: ReceivedFrame) -> Bool { frame.number == requestNumber }

  /// Takes the greeting.
  func welcome(_ frame: ReceivedFrame) throws(WireProblem) {
    greeting = try DecoderGreeting(kind: frame.kind, body: frame.body)
    state = .idle
  }

  /// Ends it, unless it has ended, and waits for that.
  func end() -> ProcessEnd {
    child.end()
    return child.wait()
  }

  /// Ends it; who it was is still to be waited for.
  func beginEnd() -> ChildProcess {
    child.end()
    return child
  }
}
