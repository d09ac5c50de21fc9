internal import Platform

/// The end of every pipeline: writes the records. Content with a memory that no stage offered is
/// claimed right before its record is written, so that a crash neither repeats nor loses it.
final class RecordSink {
  private let context: RunContext
  private let output: RecordOutput
  /// The output for assets that bypass the reader of the main output; nil if none do.
  private let bypass: Bypass?
  /// The field `prompt.outcome`, if refusals are counted; else nil.
  private let outcome: Field?
  private let postponedClaims: PostponedClaims?
  private var written = 0
  private(set) var refused = 0

  /// An output for records that must not go to the main output.
  struct Bypass {
    /// The tests of assets for the main output; the bypass gets those that fail them.
    let tests: PredicateProgram
    let sink: RecordSink
  }

  /// - Parameter postponedClaims: The list that collects claims for later; nil to claim at once.
  init(
    _ context: RunContext, output: RecordOutput, bypass: Bypass? = nil,
    countsRefusals: Bool = false, postponedClaims: PostponedClaims? = nil
  ) {
    self.context = context
    self.output = output
    self.bypass = bypass
    self.postponedClaims = postponedClaims
    outcome = countsRefusals ? Prompt.outcomeField(of: context.fields) : nil
    output.writer.fields = context.fields
  }

  var emitted: Int { written + (bypass?.sink.emitted ?? 0) }

  /// True if batches may contain records that workers formatted.
  var takesWrittenRecords: Bool { bypass == nil && outcome == nil && postponedClaims == nil }

  func write(_ batch: Batch) throws {
    if let records = batch.records { return try write(records) }
    guard let bypass else { return try write(Array(batch.survivors)) }
    try bypass.sink.write(batch.survivors.filter { !bypass.tests.matches($0) })
    try write(batch.survivors.filter { bypass.tests.matches($0) })
  }

  private func write(_ assets: [Asset]) throws {
    guard !assets.isEmpty else { return }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    if let postponedClaims {
      postponedClaims.add(
        context.request.isDryRun
          ? assets.map { _ in nil }
          : try context.services.offers.postpone(assets, for: context.request.ruleName))
    }
    if context.request.isDryRun || postponedClaims != nil {
      let (complete, problem) = writeRecords(assets)
      countRefusals(among: assets[..<complete])
      if let problem { throw problem }
      return
    }
    let granted = try context.services.offers.claim(
      assets, for: context.request.ruleName, at: context.request.now)
    let offered = zip(assets, granted).compactMap { $1 ? $0 : nil }
    let (complete, problem) = writeRecords(offered)
    countRefusals(among: offered[..<complete])
    try context.services.offers.settle(
      offered[..<complete], as: .delivered, at: context.request.now)
    // Assets that could not be written may be offered again.
    try context.services.offers.release(offered[complete...])
    if let problem { throw problem }
  }

  private func countRefusals(among assets: ArraySlice<Asset>) {
    if let outcome { refused += assets.count { Prompt.isRefused($0, outcome) } }
  }

  /// Writes records that a worker formatted, of assets without a memory.
  func write(_ records: RecordBuffer) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    let (_, problem) = putOut(records.ends) { () throws(RunProblem) in
      try output.write(records.bytes)
    }
    if let problem { throw problem }
  }

  /// Writes a preliminary record of an asset without a memory or an offer; the records of others
  /// must not appear before they are claimed.
  func writeInterim(_ asset: Asset) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    guard asset.findings?[LedgerKey.self] == nil, asset.findings?[Prompt.self] == nil else {
      return
    }
    postponedClaims?.add([nil])
    asset.writeLine(into: &output.writer)
    try output.flush()
  }

  func write(_ record: (inout RecordWriter) -> Void) throws {
    output.writer.writeLine(record)
    try output.flush()
  }

  private func writeRecords(_ assets: [Asset]) -> (
    complete: Int, problem: RunProblem?
  ) {
    var ends: [Int] = []
    ends.reserveCapacity(assets.count)
    for asset in assets {
      asset.writeLine(into: &output.writer)
      ends.append(output.writer.buffer.count)
    }
    return putOut(ends) { () throws(RunProblem) in try output.flush() }
  }

  /// Calls `write` for records that end at these offsets of its bytes; returns the number of
  /// records that were completely written, and the error.
  private func putOut(
    _ ends: [Int], _ write: () throws(RunProblem) -> Void
  ) -> (complete: Int, problem: RunProblem?) {
    do {
      try write()
      written += ends.count
      return (ends.count, nil)
    } catch {
      let complete = ends.prefix { $0 <= output.written }.count
      written += complete
      return (complete, error)
    }
  }
}
