internal import Platform
internal import Synchronization

/// A part of a run's steps, from reading the assets to writing the records. `@unchecked Sendable`:
/// only its own thread uses it, except for ``leave()`` and, after the thread ended, ``complete()``.
final class RunPart: @unchecked Sendable {
  private var report = RunReport()
  /// The number of assets that left the steps.
  private var settled = 0
  private let sink: RecordSink
  private let context: RunContext
  private let whole: PipelineRun
  private let reader: any AssetReader
  /// The steps of the rule that workers do in parallel.
  private let ownSteps: ArraySlice<any Step>
  /// The parallel steps, and the work that workers do in advance for later steps.
  private let workerSteps: ArraySlice<any Step>
  /// The part of the first serial step's work that workers do; nil if none exists.
  private let parallelPart: (any Step)?
  private let serialSteps: ArraySlice<any Step>
  /// The sort of records that workers formatted; nil if the remaining steps do more than sort.
  private let sort: RecordSort?
  private let reading: Cancellation
  private let firstError: FirstError
  /// Cancelled when the reader of the output is gone.
  private let gone: Cancellation

  /// - Parameters:
  ///   - context: The context of this part alone.
  ///   - reading: The cancellation that stops the reader.
  ///   - firstError: The first error of all parts, which ends this part, too.
  init(
    _ steps: [any Step], of reader: any AssetReader, in context: RunContext, _ whole: PipelineRun,
    _ sink: RecordSink, until reading: Cancellation, unless gone: Cancellation = Cancellation(),
    firstError: FirstError = FirstError()
  ) {
    let parallel = steps.firstIndex { $0.ordering == .source } ?? steps.count
    serialSteps = steps[parallel...]
    let order =
      serialSteps.count == 1 && sink.takesWrittenRecords
      ? (serialSteps.first as? SortStep)?.wholeOrder : nil
    sort = order.map { _ in RecordSort() }
    parallelPart = serialSteps.first?.parallelPart
    ownSteps = steps[..<parallel]
    workerSteps =
      ownSteps
      + [ReadAheadStep(for: serialSteps, writesRecords: sink.takesWrittenRecords, in: order)]
      + [parallelPart].compactMap { $0 }
    self.reader = reader
    self.context = context
    self.whole = whole
    self.sink = sink
    self.reading = reading
    self.gone = gone
    self.firstError = firstError
  }

  var didSeeEnd: Bool { reader.didSeeEnd }

  /// Lets the part end soon, because the reader of its output is gone; safe from any thread.
  func leave() {
    gone.cancel()
    reading.cancel()
  }

  /// Runs to the end of the source, or until no more assets can pass.
  func run() throws {
    let worker = WorkerContext(
      context: context, functions: whole.functions, width: whole.workerCount)
    let pool = worker.pool
    let named = ownSteps + serialSteps
    let found = try reader.next()
    let works = named.contains { $0.traits.fetch.observes || $0.traits.hasBacklog }
    guard found != nil || works else {
      report.steps = named.map { ($0.name, StepTally()) }
      return
    }
    // In an observed fetch, an empty result has to be reported, too.
    let first = found ?? PendingBatch { [] }
    var serial = try StepChain(
      sort == nil ? serialSteps + [ReadAheadStep.last] : serialSteps[..<serialSteps.startIndex],
      in: worker)
    serial.allowInterimRecords(at: serialSteps.count - 1) { [sink] in try sink.writeInterim($0) }
    var front = try StepChain(workerSteps, in: worker)
    try run(first.unfold(), through: &front, &serial, of: pool)

    var tallies = [front.tallies]
    if !reader.isAtEnd, !serial.isSatisfied, !front.isSatisfied {
      tallies += try pool.run(reader, workerSteps, until: reading) { batch in
        report.read += batch.assetCount
        try take(&batch, &serial)
        return !serial.isSatisfied
      }
    }
    try checkIsWanted()
    try serial.finish(emit: emit)
    try sort?.finish(sink.write)
    let sums = merged(tallies)
    var behind = sort.map { [StepTally(all: $0.count)] } ?? serial.tallies
    if parallelPart != nil, let done = sums.last { behind[0].add(before: done) }
    let all = sums.prefix(ownSteps.count) + behind
    report.steps = named.indices.map { (named[$0].name, all[$0]) }
  }

  /// Takes the first assets through all steps.
  ///
  /// Before a limit, they come in pieces that grow from the limit on: the first few assets often
  /// answer, and the others are then not read.
  private func run(
    _ assets: [Asset], through front: inout StepChain, _ serial: inout StepChain,
    of pool: WorkerPool
  ) throws {
    report.read += assets.count
    var size = max(1, serial.demand)
    var rest = assets[...]
    repeat {
      var batch = pool.batch(of: Array(rest.prefix(size)), ordinal: 0, for: workerSteps)
      rest = rest.dropFirst(size)
      if size < assets.count { size *= 2 }
      try front.process(&batch)
      try take(&batch, &serial, isLast: rest.isEmpty && reader.isAtEnd)
    } while !rest.isEmpty && !serial.isSatisfied && !front.isSatisfied
  }

  private func take(
    _ batch: inout Batch, _ serial: inout StepChain, isLast: Bool = false
  ) throws {
    try checkIsWanted()
    try serial.process(&batch, isLast: isLast, emit: emit)
  }

  /// Counts and reports a batch that leaves the steps, and passes it to the sort or the output.
  private func emit(_ batch: Batch) throws {
    var batch = batch
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    let reported = report.add(batch.failures)
    if let failed = context.output.failed {
      (context.output.tellsRepetitions ? batch.failures : reported).forEach(failed)
    }
    let (count, early) = batch.leaving
    context.progress.complete(parts: count * RunProgress.partsPerItem - early)
    context.progress.complete(failures: batch.failures.count)
    settled += count
    if let sort {
      if let records = batch.records { try sort.add(records) }
    } else {
      try sink.write(batch)
    }
    batch.giveBackRecords()
  }

  /// Completes and returns the report. Assets that steps held back and dropped count as done, too.
  func complete() -> RunReport {
    report.emitted = sink.emitted
    report.refused = sink.refused
    context.progress.complete(items: max(0, report.read - settled))
    return report
  }

  private func checkIsWanted() throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    try firstError.check()
    if gone.isCancelled { throw RunProblem.outputClosed }
  }

  private func merged(_ tallies: [[StepTally]]) -> [StepTally] {
    guard var sum = tallies.first else { return [] }
    for worker in tallies.dropFirst() {
      for (index, tally) in worker.enumerated() { sum[index].add(tally) }
    }
    return sum
  }
}

final class FirstError: Sendable {
  private let first = Lock<(any Error)?>(nil)

  func note(_ error: any Error) {
    first.withLock { $0 = $0 ?? error }
  }

  func check() throws {
    if let error = first.withLock({ $0 }) { throw error }
  }
}
