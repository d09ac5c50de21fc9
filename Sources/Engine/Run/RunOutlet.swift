/// Where batches leave a run: they are counted, told of and given to the sink.
///
/// Confined to the thread that writes.
final class RunOutlet {
  var report = RunReport()
  private let context: RunContext
  private let sink: RecordSink
  /// Assets that were told to the run's progress as done.
  private var settled = 0

  init(_ context: RunContext, _ sink: RecordSink) {
    self.context = context
    self.sink = sink
  }

  func take(_ batch: Batch) throws {
    var batch = batch
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    report.add(batch.failures)
    if let failed = context.failed { batch.failures.forEach(failed) }
    let (count, early) = batch.leaving
    context.progress.complete(parts: count * RunProgress.partsPerItem - early)
    context.progress.complete(failures: batch.failures.count)
    settled += count
    try sink.write(batch)
    batch.giveBackRecords()
  }

  /// Nothing more comes out; what steps held back and did not give back is done as well.
  func finish() {
    report.emitted = sink.emitted
    context.progress.complete(items: max(0, report.read - settled))
  }
}
