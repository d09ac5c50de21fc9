internal import CSystem
package import Pipeline
internal import Platform
internal import Synchronization

/// A reporter of a run's progress, on a thread of its own.
///
/// ```swift
/// let reporter = ProgressReporter(context.progress, stage: "load", display: .bar, on: status)
/// reporter.start()
/// defer { reporter.stop(isComplete: isDone) }
/// ```
///
/// No failure here ends a run: without a thread nothing is shown, and a reader of the records that
/// goes away or falls behind is skipped.
package final class ProgressReporter: Sendable {
  private let progress: RunProgress
  private let stage: String
  private let display: ProgressDisplay
  private let status: StatusLine
  private let records: LineOutput?
  private let wake = WakePipe()
  private let isComplete = Atomic(false)
  private let thread = Lock<ReporterThread?>(nil)

  /// Creates a reporter; `stage` is the name of the run's work, in one word. Records go to
  /// `recordDescriptor`, nil for that of `status`.
  package init(
    _ progress: RunProgress, stage: String, display: ProgressDisplay, on status: StatusLine,
    recordDescriptor: Int32? = nil
  ) {
    self.progress = progress
    self.stage = stage
    self.display = display
    self.status = status
    records = recordDescriptor.map(LineOutput.init)
  }

  /// Starts the thread that shows the progress; the run's time counts from now on.
  package func start() {
    guard let wake else { return }
    let start = ContinuousClock().now
    thread.withLock { thread in
      guard thread == nil else { return }
      if case .json = display { progress.items.watch(.large) { wake.send(.show) } }
      thread = ReporterThread { [self] in show(since: start, wake) }
    }
  }

  /// Writes the summary, clears the line, and waits for the thread's end; `isComplete` is true if
  /// the run finished, whatever the counts are.
  package func stop(isComplete: Bool) {
    thread.withLock { thread in
      guard let running = thread else { return }
      self.isComplete.store(isComplete, ordering: .releasing)
      wake?.send(.stop)
      running.join()
      progress.items.endWatch()
      thread = nil
    }
  }

  /// Requests one line, whatever else is shown; may be called by a signal handler.
  package func printOnce() {
    wake?.send(.print)
  }

  /// Hides the bar until ``resume()``.
  package func pause() {
    status.pauseProgress()
  }

  /// Shows the bar again.
  package func resume() {
    status.resumeProgress()
  }

  /// Calls `body` with the bar hidden.
  package func suspend<Result, Failure: Error>(
    while body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pause()
    defer { resume() }
    return try body()
  }

  /// Runs on the thread until ``stop(isComplete:)``.
  private func show(since start: ContinuousClock.Instant, _ wake: WakePipe) {
    let clock = ContinuousClock()
    var tracker = ProgressTracker(stage: stage)
    var rhythm = display.rhythm
    var due = rhythm.map { start + .milliseconds($0.first) }
    while true {
      let pause = due.map { Int32(clamping: max(0, ($0 - clock.now).wholeMilliseconds + 1)) }
      let message = wake.receive(within: pause ?? -1)
      let elapsed = clock.now - start
      let (events, atHand) = progress.items.take()
      var reading = tracker.reading(of: progress.snapshot, at: elapsed)
      for event in events where rhythm != nil {
        reading.items = [event]
        _ = write(reading, within: 0)
      }
      if message == .stop {
        finish(tracker, elapsed, canWrite: rhythm != nil)
        return
      }
      reading.items = atHand
      if message == .print { _ = status.write(ProgressText.line(reading), within: Self.patience) }
      guard let next = due, let interval = rhythm?.next, next <= clock.now else { continue }
      due = clock.now + .milliseconds(interval)
      if write(reading, within: 0) == .broken {
        rhythm = nil
        due = nil
      }
    }
  }

  /// The longest wait of the summary for its reader, in milliseconds.
  private static let patience: Int32 = 1000

  private func finish(_ tracker: ProgressTracker, _ elapsed: Duration, canWrite: Bool) {
    status.show(nil, as: .progress)
    guard canWrite, display != .bar else { return }
    let reading = tracker.lastReading(
      of: progress.snapshot, at: elapsed, isComplete: isComplete.load(ordering: .acquiring))
    if display == .plain {
      _ = status.write(ProgressText.summary(reading), within: Self.patience)
    } else {
      _ = write(reading, within: Self.patience)
    }
  }

  private func write(_ reading: ProgressReading, within milliseconds: Int32) -> LineOutput.Outcome {
    switch display {
    case .none: return .skipped
    case .bar:
      status.show(ProgressText.bar(reading, columns: status.columns), as: .progress)
      return .written
    case .plain:
      return status.write(ProgressText.line(reading), within: milliseconds)
    case .json:
      let line = ProgressRecord.json(reading)
      guard let records else { return status.write(line, within: milliseconds) }
      return records.offer(line + "\n", within: milliseconds)
    }
  }
}

/// A run's progress as one line of JSON, for a program that displays it.
package enum ProgressRecord {
  /// Returns the record without the line end; unknown values are left out.
  package static func json(_ reading: ProgressReading) -> String {
    var writer = RecordWriter(capacity: 256)
    writer.buffer.append("{\"v\":1,\"type\":\"progress\"")
    writer.write("stage", reading.stage)
    writer.write("done", Int64(reading.done))
    if let total = reading.total { writer.write("total", Int64(total)) }
    if let rate = reading.rate { writer.write("rate", (rate * 10).rounded() / 10) }
    if let seconds = reading.secondsLeft { writer.write("eta", Int64(seconds)) }
    writer.write("errors", Int64(reading.failures))
    if let fraction = reading.fraction { writer.write(fraction: fraction) }
    if let bytes = reading.bytesDone { writer.write("bytesDone", Int64(bytes)) }
    if !reading.items.isEmpty { writer.write("items", reading.items) }
    writer.buffer.append(UInt8(ascii: "}"))
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}

/// A thread that blocks all signals, so that others get them; SIGPIPE is an error of write(2).
package struct ReporterThread {
  private let thread: OpaquePointer

  private static let stackSize = 512 << 10

  /// Starts a thread; nil if the system has none left.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ReporterBody(body))
    guard let made = csystem_thread_start(Self.stackSize, runReporter, box.toOpaque()) else {
      box.release()
      return nil
    }
    thread = made
  }

  /// Waits until the thread has ended. Call it once.
  package func join() {
    csystem_thread_join(thread)
  }
}

/// The body of the thread, in a box that C can pass on.
private final class ReporterBody: Sendable {
  package let run: @Sendable () -> Void

  package init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// The thread's entry point; a free function, so that it is isolated to no actor.
private func runReporter(_ box: UnsafeMutableRawPointer?) {
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  guard let box else { return }
  Unmanaged<ReporterBody>.fromOpaque(box).takeRetainedValue().run()
}
