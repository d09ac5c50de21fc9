internal import JSON
internal import Platform
internal import Synchronization

/// Tells a browser how far the answer to its request is: a line for each item that is begun, ended,
/// or, if it is large, a hundredth further.
///
/// ```json
/// {"v":1,"kind":"progress","id":1,"done":3,"total":60,"items":[{"name":"beach.mov","work":"copy","fraction":0.42}]}
/// ```
///
/// Safe from any thread.
final class BrowseWatch: Sendable {
  private let progress: RunProgress
  private let lines: RecordLines
  private let outputDescriptor: Int32
  private let done = Atomic(0)
  private let total = Atomic(0)
  /// The run that answers the request; nil where ranges are read.
  private let run = Lock<RunProgress?>(nil)

  /// Begins to tell.
  init(_ progress: RunProgress, lines: RecordLines, outputDescriptor: Int32) {
    self.progress = progress
    self.lines = lines
    self.outputDescriptor = outputDescriptor
    progress.items.watch(.all) { [weak self] in self?.tell() }
  }

  /// Counts the assets of a run from now on.
  func follow(_ progress: RunProgress) { run.withLock { $0 = progress } }

  /// Tells nothing from now on.
  func end() { progress.items.endWatch() }

  /// Notes that so many more are wanted.
  func expect(_ count: Int) { total.add(count, ordering: .relaxed) }

  /// Notes how many are answered.
  func note(_ count: Int) { done.store(count, ordering: .relaxed) }

  private var counts: (done: Int, total: Int) {
    if let snapshot = run.withLock({ $0?.snapshot }) {
      return (snapshot.doneItems, snapshot.totalItems)
    }
    return (done.load(ordering: .relaxed), total.load(ordering: .relaxed))
  }

  private func tell() {
    // Taken where one thread is at a time, so that lines are in the order of what happened.
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
      // A reader that went away is noticed by the answer itself.
      try? RecordOutput(descriptor: outputDescriptor).write(writer.buffer.bytes)
    }
  }
}
