internal import Pipeline
internal import Platform
internal import Terminal

/// The display of a run's progress, on a terminal or a descriptor.
final class RunDisplay: Sendable {
  let progress: RunProgress
  private let status: StatusLine
  private let beginning: ContinuousClock.Instant
  /// The reporter of progress; nil if it shows nothing by itself, so that no thread is started.
  private let reporter: ProgressReporter?
  /// The lock that hides the bar while records are written to the same terminal; nil without a bar.
  let gate: OutputGate?

  init(_ settings: RunSettings, on status: StatusLine) {
    self.status = status
    beginning = ContinuousClock().now
    let mode = settings.progressDescriptor == nil ? settings.progress : .json
    let output = OutputKind(of: STDOUT_FILENO)
    let display = mode.display(isErrorTerminal: status.isTerminal, output: output)
    gate =
      display == .bar && output != .file
      ? OutputGate(open: { status.beginOutput() }, close: { status.endOutput() }) : nil
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

  /// Ends the display; `isComplete` is true if the run finished.
  func stop(isComplete: Bool) {
    reporter?.stop(isComplete: isComplete)
  }

  func printOnce() {
    if let reporter { return reporter.printOnce() }
    var tracker = ProgressTracker(stage: "run")
    let elapsed = ContinuousClock().now - beginning
    var reading = tracker.reading(of: progress.snapshot, at: elapsed)
    reading.items = progress.items.readings
    status.write(ProgressText.line(reading))
  }
}
