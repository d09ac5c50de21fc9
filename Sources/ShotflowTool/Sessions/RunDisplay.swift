internal import Pipeline
internal import Platform

/// What a terminal or a descriptor shows of a run while it runs.
final class RunDisplay: Sendable {
  let progress: RunProgress
  private let status: StatusLine
  private let beginning: ContinuousClock.Instant
  /// Nil when nothing is shown by itself, so that no thread has to be started.
  private let reporter: ProgressReporter?

  init(_ settings: RunSettings, on status: StatusLine) {
    self.status = status
    beginning = ContinuousClock().now
    let mode = settings.progressDescriptor == nil ? settings.progress : .json
    let display = mode.display(
      isErrorTerminal: status.isTerminal, isOutputTerminal: isatty(STDOUT_FILENO) == 1)
    progress = RunProgress(wantsTotal: display != .none)
    reporter =
      display == .none
      ? nil
      : ProgressReporter(
        progress, stage: "run", display: display, on: status,
        recordDescriptor: settings.progressDescriptor)
  }

  func start() {
    reporter?.start()
  }

  /// - Parameter isComplete: whether the run came to its end.
  func stop(isComplete: Bool) {
    reporter?.stop(isComplete: isComplete)
  }

  /// Writes one line of how far the run is.
  func printOnce() {
    if let reporter { return reporter.printOnce() }
    var tracker = ProgressTracker(stage: "run")
    let elapsed = ContinuousClock().now - beginning
    status.write(ProgressText.line(tracker.reading(of: progress.snapshot, at: elapsed)))
  }
}
