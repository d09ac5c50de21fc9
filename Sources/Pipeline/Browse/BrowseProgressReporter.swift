internal import Platform
internal import Synchronization

/// Reports a request's progress by lines: one for each item that begins or ends, and for each
/// hundredth of a large one. Safe from any thread.
///
/// ```json
/// {"v":1,"kind":"progress","id":1,"done":3,"total":60,"items":[{"name":"beach.mov","work":"copy","fraction":0.42}]}
/// ```
final class BrowseProgressReporter: Sendable {
  private let progress: RunProgress
  private let lines: RecordLineOptions
  private let outputDescriptor: Int32
  private let done = Atomic(0)
  private let total = Atomic(0)
  /// The progress of the run that answers the request; nil while assets are read by range.
  private let run = Lock<RunProgress?>(nil)

  init(_ progress: RunProgress, lines: RecordLineOptions, outputDescriptor: Int32) {
    self.progress = progress
    self.lines = lines
    self.outputDescriptor = outputDescriptor
    progress.items.watch(.all) { [weak self] in self?.tell() }
  }

  /// Takes the numbers of done and of all items from a run's progress from now on.
  func follow(_ progress: RunProgress) { run.withLock { $0 = progress } }

  func end() { progress.items.endWatch() }

  func expect(_ count: Int) { total.add(count, ordering: .relaxed) }

  func note(_ count: Int) { done.store(count, ordering: .relaxed) }

  private var counts: (done: Int, total: Int) {
    if let snapshot = run.withLock({ $0?.snapshot }) {
      return (snapshot.doneItems, snapshot.totalItems)
    }
    return (done.load(ordering: .relaxed), total.load(ordering: .relaxed))
  }

  private func tell() {
    // Read while holding the output, so that lines are in the order of events.
    lines.gate?.pass {
      var writer = RecordWriter(capacity: 256)
      writer.opening = lines.opening
      let (done, total) = counts
      for event in progress.items.take().events {
        writer.begin(kind: "progress")
        writer.write("done", Int64(done))
        writer.write("total", Int64(total))
        writer.write("items", [event])
        writer.end()
      }
      // The answer itself reports a closed output.
      try? RecordOutput(descriptor: outputDescriptor).write(writer.buffer.bytes)
    }
  }
}
