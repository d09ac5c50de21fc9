internal import Decoding
internal import Platform

/// The processes of a pool and the queue of files for them; used only by the pool's thread.
struct DecoderScheduler {
  let settings: DecoderSettings
  private var processes: [DecoderProcess] = []
  private var ending: [ChildProcess] = []
  private var queue = DecodeQueue()
  private var startFailureCount = 0
  /// The reason why no process can be started, after enough attempts failed; nil before.
  private var obstacle: DecodeProblem?

  /// The number of processes in a row that may end before they are ready; then none is started.
  private static let startFailureLimit = 3
  /// The exit status of a program whose shared libraries are missing.
  private static let notLoaded = ProcessEnd.exited(127)

  init(settings: DecoderSettings) {
    self.settings = settings
  }

  mutating func append(_ call: DecodeCall) {
    queue.append(call)
  }

  /// Assigns files to idle processes, starts missing processes, and handles the next event; `wake`
  /// becomes readable when a new call arrives.
  mutating func turn(wake: Int32) {
    if settings.cancellation.isCancelled {
      endAll(telling: DecodeProblem(.cancelled, "the run was interrupted"))
    }
    assign()
    let now = SuspendingClock.now
    var polled = processes.map {
      pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0)
    }
    polled.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0))
    poll(&polled, nfds_t(polled.count), timeout(at: now))
    for (process, event) in zip(processes, polled) where event.revents != 0 { read(process) }
    // A process that was late before the poll had all the time since to answer.
    for process in processes {
      guard let deadline = process.deadline, deadline <= now else { continue }
      if !process.extend(at: now) { giveUp(process) }
    }
    ending.removeAll { $0.endIfOver() != nil }
  }

  /// Kills all processes and waits for them, for a second at most.
  mutating func end() {
    endAll(telling: DecodeProblem(.cancelled, "the run is over"))
    for _ in 0..<1000 {
      ending.removeAll { $0.endIfOver() != nil }
      if ending.isEmpty { return }
      usleep(1000)
    }
  }

  /// Returns the time to poll in milliseconds, up to the first deadline; at most 1000, as a
  /// cancellation or a failed wake-up does not end the poll.
  private func timeout(at now: SuspendingClock.Instant) -> Int32 {
    let deadlines = processes.compactMap(\.deadline)
    guard let first = deadlines.min() else { return ending.isEmpty ? 1000 : 10 }
    // Cancelling the run, which a signal handler may do, does not wake the poll.
    let longest: Int64 = ending.isEmpty ? 100 : 10
    let (seconds, attoseconds) = (first - now).components
    guard seconds < 1 else { return Int32(longest) }
    return Int32(clamping: max(0, min(longest, attoseconds / 1_000_000_000_000_000 + 1)))
  }
}

extension DecoderScheduler {
  private mutating func assign() {
    while let task = queue.first {
      if let obstacle {
        _ = queue.popFirst()
        task.finish(.failure(obstacle))
      } else if let process = idleProcess(for: task) {
        _ = queue.popFirst()
        send(task, to: process)
      } else if !startProcess(for: task.request.scope) {
        return
      }
    }
  }

  /// Returns an idle process for the task, or nil: if possible one with no more access rights than
  /// needed; for a second attempt, one that has not decoded another file.
  private func idleProcess(for task: DecodeTask) -> DecoderProcess? {
    let scope = task.request.scope
    let able = processes.filter { $0.isIdle && $0.scope.serves(scope) }
    if task.wasRetried { return able.first { $0.scope == scope && $0.servedCount == 0 } }
    return able.first { $0.scope == scope } ?? able.first
  }

  /// Starts a process for the queue's first file; returns false if the file has to wait instead.
  private mutating func startProcess(for scope: DecoderScope) -> Bool {
    let startingCount = processes.count { $0.isStarting }
    guard startingCount < min(queue.count, settings.limit) else { return false }
    if processes.count >= settings.limit {
      guard let idle = processes.first(where: \.isIdle) else { return false }
      remove(idle)
    }
    do throws(DecodeProblem) {
      let path = try settings.executable.path()
      do throws(SpawnProblem) {
        processes.append(
          try DecoderProcess(path: path, scope: scope, startingWithin: settings.startDeadline))
      } catch {
        let message = "can't start \"\(path)\": \(error.text)"
        guard error.isPassing else { throw DecodeProblem(.noDecoder, message) }
        // If all processes are idle, no event would come that this file could wait for.
        guard processes.allSatisfy(\.isIdle) else { return false }
        queue.popFirst()?.finish(.failure(DecodeProblem(.outOfMemory, message)))
      }
    } catch {
      obstacle = error
    }
    return true
  }

  private mutating func send(_ task: DecodeTask, to process: DecoderProcess) {
    do throws(WireProblem) {
      try process.send(task, within: settings.deadline)
    } catch {
      if error == .tooLong {
        task.finish(.failure(DecodeProblem(.unsupported, "the request is too long")))
      } else {
        // It ended before it saw this file, for whatever reason.
        processes.removeAll { $0 === process }
        retry(task, or: DecodeProblem(.crashed, "the decoder \(process.end().text)"))
      }
    }
  }
}

extension DecoderScheduler {
  private mutating func read(_ process: DecoderProcess) {
    do throws(WireProblem) {
      switch try process.socket.receive() {
      case .incomplete: return
      case .ended: lose(process)
      case .frame(let frame): try take(frame, from: process)
      }
    } catch {
      distrust(process)
    }
  }

  private mutating func take(
    _ frame: ReceivedFrame, from process: DecoderProcess
  ) throws(WireProblem) {
    switch process.state {
    case .starting:
      try process.welcome(frame)
      startFailureCount = 0
    case .idle: throw .trailingBytes
    case .busy(let task, _):
      guard process.isCurrent(frame) else {
        // It has answered an earlier request again; this one may still be decoded elsewhere.
        removeAndWait(process)
        return retry(task, or: DecodeProblem(.crashed, "the decoder answered twice"))
      }
      if frame.kind == .progress {
        return task.call.advance(task.index, to: try DecodeProgress(body: frame.body).share)
      }
      let response = try DecodeResponse(kind: frame.kind, body: frame.body)
      guard task.accepts(response) else { throw .invalidValue }
      finish(task, response, by: process)
    }
  }

  private mutating func finish(
    _ task: DecodeTask, _ response: DecodeResponse, by process: DecoderProcess
  ) {
    process.state = .idle
    if case .failed(let problem) = response, problem.reason == .outOfMemory {
      // Its memory and the state of its libraries are unknown now.
      removeAndWait(process)
      return retry(task, after: process, or: problem)
    }
    if process.servedCount >= settings.renewal { remove(process) }
    task.finish(.success(response))
  }

  /// Handles a closed socket: the process has ended, or is about to.
  private mutating func lose(_ process: DecoderProcess) {
    processes.removeAll { $0 === process }
    // If it is about to end, the signal comes too late to change its exit status.
    let end = process.end()
    switch process.state {
    case .idle: break
    case .starting: noteStartFailure("the decoder \(end.text) before it was ready", end)
    case .busy(let task, _):
      let problem = DecodeProblem(.crashed, "the decoder \(end.text)")
      if end.isFromOutside {
        retry(task, or: problem)
      } else {
        retry(task, after: process, or: problem)
      }
    }
  }

  private mutating func distrust(_ process: DecoderProcess) {
    removeAndWait(process)
    switch process.state {
    case .idle: break
    case .starting: noteStartFailure("the decoder is of another version", .unknown)
    case .busy(let task, _):
      retry(
        task, after: process, or: DecodeProblem(.crashed, "the decoder gave no valid answer"))
    }
  }

  /// Kills a process that exceeded its deadline; its file fails, and is not tried again.
  private mutating func giveUp(_ process: DecoderProcess) {
    remove(process)
    switch process.state {
    case .idle: break
    case .starting: noteStartFailure("the decoder did not get ready in time", .unknown)
    case .busy(let task, _):
      task.finish(
        .failure(
          DecodeProblem(.deadline, "it was not decoded within \(settings.deadline)")))
    }
  }

  private mutating func noteStartFailure(_ reason: String, _ end: ProcessEnd) {
    startFailureCount += 1
    guard startFailureCount >= Self.startFailureLimit || end == Self.notLoaded else { return }
    var message = reason
    if let path = try? settings.executable.path() { message += "; run \"\(path)\" to see why" }
    obstacle = DecodeProblem(.noDecoder, message)
  }

  /// Retries a file in a new process, if earlier files may be the cause; else reports the problem.
  private mutating func retry(
    _ task: DecodeTask, after process: DecoderProcess, or problem: DecodeProblem
  ) {
    if process.servedCount > 1 {
      retry(task, or: problem)
    } else {
      task.finish(.failure(problem))
    }
  }

  /// Passes a file to a new process, but only once; then reports the problem.
  private mutating func retry(_ task: DecodeTask, or problem: DecodeProblem) {
    guard !task.wasRetried, task.emptyOutput() else { return task.finish(.failure(problem)) }
    var task = task
    task.wasRetried = true
    queue.putBack(task)
  }

  private mutating func removeAndWait(_ process: DecoderProcess) {
    processes.removeAll { $0 === process }
    _ = process.end()
  }

  private mutating func remove(_ process: DecoderProcess) {
    processes.removeAll { $0 === process }
    ending.append(process.beginEnd())
  }

  private mutating func endAll(telling problem: DecodeProblem) {
    for process in processes {
      remove(process)
      if case .busy(let task, _) = process.state { task.finish(.failure(problem)) }
    }
    while let task = queue.popFirst() { task.finish(.failure(problem)) }
  }
}

/// The queue of unassigned files: one from each call in turn, and those of a call in their order.
struct DecodeQueue {
  private struct Turn {
    let call: DecodeCall
    var next = 0
  }

  private var turns: [Turn] = []
  private var returned: [DecodeTask] = []
  private(set) var count = 0

  mutating func append(_ call: DecodeCall) {
    guard !call.items.isEmpty else { return }
    turns.append(Turn(call: call))
    count += call.items.count
  }

  /// Puts the file of a crashed process back to the front.
  mutating func putBack(_ task: DecodeTask) {
    returned.append(task)
    count += 1
  }

  var first: DecodeTask? {
    if let task = returned.first { return task }
    guard let turn = turns.first else { return nil }
    let item = turn.call.items[turn.next]
    return DecodeTask(
      call: turn.call, index: turn.next, request: item.request, descriptors: item.descriptors)
  }

  mutating func popFirst() -> DecodeTask? {
    guard let first else { return nil }
    count -= 1
    if !returned.isEmpty {
      returned.removeFirst()
      return first
    }
    var turn = turns.removeFirst()
    turn.next += 1
    if turn.next < turn.call.items.count { turns.append(turn) }
    return first
  }
}
