internal import Pipeline
internal import Synchronization

/// Shows how far a run is, from a thread of its own.
///
/// ```swift
/// let reporter = ProgressReporter(context.progress, stage: "load", display: .bar, on: status)
/// reporter.start()
/// defer { reporter.stop(isComplete: isDone) }
/// ```
///
/// Nothing that goes wrong here ends a run: without a thread nothing is shown, and a reader of the
/// records that goes away or falls behind is done without.
final class ProgressReporter: Sendable {
  private let progress: RunProgress
  private let stage: String
  private let display: ProgressDisplay
  private let status: StatusLine
  private let records: LineOutput?
  private let wake = WakePipe()
  private let isComplete = Atomic(false)
  private let thread = Mutex<ReporterThread?>(nil)

  /// - Parameters:
  ///   - stage: what the run does, in one word.
  ///   - recordDescriptor: where records go; nil for the descriptor of `status`.
  init(
    _ progress: RunProgress, stage: String, display: ProgressDisplay, on status: StatusLine,
    recordDescriptor: Int32? = nil
  ) {
    self.progress = progress
    self.stage = stage
    self.display = display
    self.status = status
    records = recordDescriptor.map(LineOutput.init)
  }

  /// Begins to show; time counts from here.
  func start() {
    guard let wake else { return }
    let start = ContinuousClock().now
    thread.withLock { thread in
      guard thread == nil else { return }
      thread = ReporterThread { [self] in show(since: start, wake) }
    }
  }

  /// Says a last word, leaves a clean line, and returns when the thread has ended.
  ///
  /// - Parameter isComplete: whether the run came to its end, whatever the counts say.
  func stop(isComplete: Bool) {
    thread.withLock { thread in
      guard let running = thread else { return }
      self.isComplete.store(isComplete, ordering: .releasing)
      wake?.send(.stop)
      running.join()
      thread = nil
    }
  }

  /// Has one line written soon, whatever is shown otherwise; may be called by a signal handler.
  func printOnce() {
    wake?.send(.print)
  }

  /// Takes the bar away until ``resume()``.
  func pause() {
    status.pauseProgress()
  }

  func resume() {
    status.resumeProgress()
  }

  /// Does something that the bar must not disturb.
  func suspend<Result, Failure: Error>(
    while body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pause()
    defer { resume() }
    return try body()
  }

  /// What the thread does until ``stop(isComplete:)``.
  private func show(since start: ContinuousClock.Instant, _ wake: WakePipe) {
    let clock = ContinuousClock()
    var tracker = ProgressTracker(stage: stage)
    var rhythm = display.rhythm
    var due = rhythm.map { start + .milliseconds($0.first) }
    while true {
      let pause = due.map { Int32(clamping: max(0, ($0 - clock.now).wholeMilliseconds + 1)) }
      let message = wake.receive(within: pause ?? -1)
      let elapsed = clock.now - start
      if message == .stop {
        finish(tracker, elapsed, canWrite: rhythm != nil)
        return
      }
      let reading = tracker.reading(of: progress.snapshot, at: elapsed)
      if message == .print { _ = status.write(ProgressText.line(reading), within: Self.patience) }
      guard let next = due, let interval = rhythm?.next, next <= clock.now else { continue }
      due = clock.now + .milliseconds(interval)
      if write(reading, within: 0) == .broken {
        rhythm = nil
        due = nil
      }
    }
  }

  /// How long the last word waits for its reader, in milliseconds.
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
