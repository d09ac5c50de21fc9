package import Pipeline
internal import Platform

/// The display of a run's progress, on a terminal or a descriptor.
package final class RunDisplay: Sendable {
  package let progress: RunProgress
  private let status: StatusLine
  private let beginning: ContinuousClock.Instant
  /// The reporter of progress; nil if it shows nothing by itself, so that no thread is started.
  private let reporter: ProgressReporter?
  /// The lock that hides the bar while records are written to the same terminal; nil without a bar.
  package let gate: OutputGate?

  /// - Parameters:
  ///   - descriptor: receives the progress as JSON; nil to show it by `mode`.
  ///   - printsRecords: false if no records go to standard output.
  package init(
    _ mode: ProgressMode, descriptor: Int32?, printsRecords: Bool = true, on status: StatusLine
  ) {
    self.status = status
    beginning = ContinuousClock().now
    let mode = descriptor == nil ? mode : .json
    let output = printsRecords ? OutputKind(of: STDOUT_FILENO) : .file
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
        recordDescriptor: descriptor)
  }

  package func start() {
    reporter?.start()
  }

  /// Ends the display; `isComplete` is true if the run finished.
  package func stop(isComplete: Bool) {
    reporter?.stop(isComplete: isComplete)
  }

  package func printOnce() {
    if let reporter { return reporter.printOnce() }
    var tracker = ProgressTracker(stage: "run")
    let elapsed = ContinuousClock().now - beginning
    var reading = tracker.reading(of: progress.snapshot, at: elapsed)
    reading.items = progress.items.readings
    status.write(ProgressText.line(reading))
  }
}
