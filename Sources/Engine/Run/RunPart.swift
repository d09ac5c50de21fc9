/// A stretch of a run's steps, from where its assets are read to where their records are written.
///
/// `@unchecked Sendable`: confined to the thread that runs it, but for ``leave()``; what it counted
/// is read after that.
final class RunPart: @unchecked Sendable {
  let outlet: RunOutlet
  let sink: RecordSink
  private let context: RunContext
  private let functions: (any RuleFunctions)?
  private let laneCount: Int
  private let reader: any AssetReader
  /// The steps of the rule that are done in lanes.
  private let ownSteps: ArraySlice<any Step>
  /// These, and the work that lanes do for the steps behind them.
  private let laneSteps: ArraySlice<any Step>
  /// Does a part of the first serial step's work in the lanes.
  private let screen: SortScreenStep?
  private let serialSteps: ArraySlice<any Step>
  /// Puts records in order that lanes wrote; nil where a step does more than that, or nothing.
  private let sort: RecordSort?
  private let reading: Cancellation
  private let trouble: RunTrouble
  /// Cancelled when nobody reads what it writes.
  private let gone: Cancellation

  /// - Parameters:
  ///   - reading: tells the reader to leave off.
  ///   - gone: cancelled when nobody reads what it writes.
  ///   - trouble: what ended another part, and with it this one.
  init(
    _ steps: [any Step], of reader: any AssetReader, in context: RunContext,
    functions: (any RuleFunctions)?, lanes: Int, sink: RecordSink, until reading: Cancellation,
    unless gone: Cancellation = Cancellation(), trouble: RunTrouble = RunTrouble()
  ) {
    let parallel = steps.firstIndex { $0.ordering == .source } ?? steps.count
    serialSteps = steps[parallel...]
    let order =
      serialSteps.count == 1 && sink.takesWrittenRecords
      ? (serialSteps.first as? SortStep)?.wholeOrder : nil
    sort = order.map { _ in RecordSort() }
    screen = (serialSteps.first as? SortStep)?.screen
    ownSteps = steps[..<parallel]
    laneSteps =
      ownSteps
      + [ReadAheadStep(for: serialSteps, writesRecords: sink.takesWrittenRecords, in: order)]
      + [screen].compactMap { $0 }
    self.reader = reader
    self.context = context
    self.functions = functions
    laneCount = lanes
    self.sink = sink
    self.reading = reading
    self.gone = gone
    self.trouble = trouble
    outlet = RunOutlet(context, sink)
  }

  /// Whether it read all there is.
  var didSeeEnd: Bool { reader.didSeeEnd }

  /// Lets it end soon, as nobody reads what it writes; from any thread.
  func leave() {
    gone.cancel()
    reading.cancel()
  }

  /// Runs to the end of what is read, or until nothing more can come through.
  func run() throws {
    let lane = Lane(context: context, functions: functions, width: laneCount)
    let crew = lane.crew
    let named = ownSteps + serialSteps
    let found = try reader.next()
    guard found != nil || named.contains(where: { $0.traits.observes || $0.traits.hasBacklog })
    else {
      outlet.report.steps = named.map { ($0.name, StepTally()) }
      return
    }
    // Where a fetch is observed, that nothing is left of it has to be told.
    let first = found ?? PendingBatch { [] }
    var serial = try StepChain(
      sort == nil ? serialSteps + [ReadAheadStep.last] : serialSteps[..<serialSteps.startIndex],
      in: lane)
    serial.allowInterimRecords(at: serialSteps.count - 1) { [sink] in try sink.writeInterim($0) }
    var front = try StepChain(laneSteps, in: lane)
    var batch = crew.unfold(first, ordinal: 0, for: laneSteps)
    outlet.report.read += batch.assetCount
    try front.process(&batch)
    try take(&batch, &serial, isLast: reader.isAtEnd)

    var tallies = [front.tallies]
    if !reader.isAtEnd, !serial.isSatisfied, !front.isSatisfied {
      tallies += try crew.run(reader, laneSteps, until: reading) { batch in
        outlet.report.read += batch.assetCount
        try take(&batch, &serial)
        return !serial.isSatisfied
      }
    }
    try checkIsWanted()
    try serial.finish(emit: outlet.take)
    try sort?.finish(sink.write)
    let lanes = merged(tallies)
    var behind = sort.map { [StepTally(all: $0.count)] } ?? serial.tallies
    if screen != nil, let screened = lanes.last { behind[0].add(before: screened) }
    outlet.report.steps = zip(named, lanes.prefix(ownSteps.count) + behind).map { ($0.name, $1) }
  }

  private func take(
    _ batch: inout Batch, _ serial: inout StepChain, isLast: Bool = false
  ) throws {
    try checkIsWanted()
    guard let sort else { return try serial.process(&batch, isLast: isLast, emit: outlet.take) }
    try outlet.take(batch) { if let records = $0.records { try sort.add(records) } }
  }

  private func checkIsWanted() throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    try trouble.check()
    if gone.isCancelled { throw RunProblem.outputClosed }
  }

  private func merged(_ tallies: [[StepTally]]) -> [StepTally] {
    guard var sum = tallies.first else { return [] }
    for lane in tallies.dropFirst() {
      for (index, tally) in lane.enumerated() { sum[index].add(tally) }
    }
    return sum
  }
}

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

  func take(_ batch: Batch) throws { try take(batch, by: sink.write) }

  /// Takes a batch whose records go elsewhere first.
  func take(_ batch: Batch, by write: (Batch) throws -> Void) throws {
    var batch = batch
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    let told = report.add(batch.failures)
    if let failed = context.failed {
      (context.tellsRepetitions ? batch.failures : told).forEach(failed)
    }
    let (count, early) = batch.leaving
    context.progress.complete(parts: count * RunProgress.partsPerItem - early)
    context.progress.complete(failures: batch.failures.count)
    settled += count
    try write(batch)
    batch.giveBackRecords()
  }

  /// Nothing more comes out; what steps held back and did not give back is done as well.
  func finish() {
    report.emitted = sink.emitted
    report.refused = sink.refused
    context.progress.complete(items: max(0, report.read - settled))
  }
}
