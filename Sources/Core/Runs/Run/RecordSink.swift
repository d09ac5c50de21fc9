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
  /// True if the run goes on when the reader of the records has gone.
  private let outlivesReader: Bool
  /// True if the reader has gone, so that no more records are written.
  private var isUnread = false
  private var written = 0
  private(set) var refused = 0

  /// An output for records that must not go to the main output.
  struct Bypass {
    /// The tests of assets for the main output; the bypass gets those that fail them.
    let tests: PredicateProgram
    let sink: RecordSink
  }

  /// - Parameters:
  ///   - postponedClaims: The list that collects claims for later; nil to claim at once.
  ///   - outlivesReader: True if a closed output is no reason to end the run, as it acts on files.
  init(
    _ context: RunContext, output: RecordOutput, bypass: Bypass? = nil,
    countsRefusals: Bool = false, postponedClaims: PostponedClaims? = nil,
    outlivesReader: Bool = false
  ) {
    self.context = context
    self.output = output
    self.bypass = bypass
    self.postponedClaims = postponedClaims
    self.outlivesReader = outlivesReader
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

  /// Writes records that a worker formatted, of assets without a memory.
  func write(_ records: RecordBuffer) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    let result = pass(records.ends) { () throws(RunProblem) in try output.write(records.bytes) }
    if let problem = result.problem { throw problem }
  }

  private func write(_ assets: [Asset]) throws {
    if assets.isEmpty { return }
    let isDryRun = context.request.isDryRun
    postponedClaims?.add(
      isDryRun
        ? assets.map { _ in nil }
        : try context.services.offers.postpone(assets, for: context.request.ruleName))
    let claims = !isDryRun && postponedClaims == nil
    var assets = assets
    if claims {
      let granted = try context.services.offers.claim(
        assets, for: context.request.ruleName, at: context.request.now)
      assets = zip(assets, granted).compactMap { $1 ? $0 : nil }
    }
    var ends: [Int] = []
    ends.reserveCapacity(assets.count)
    for asset in assets {
      asset.writeLine(into: &output.writer)
      ends.append(output.writer.buffer.count)
    }
    let (count, problem) = flush(ends)
    if let outcome { refused += assets[..<count].count { Prompt.isRefused($0, outcome) } }
    if claims {
      // The acts on an asset are done even if its record has no reader.
      let done = isUnread ? assets.count : count
      try context.services.offers.settle(
        assets[..<done], as: .delivered, at: context.request.now)
      // Assets that could not be written may be offered again.
      try context.services.offers.release(assets[done...])
    }
    if let problem { throw problem }
  }

  /// Writes the buffered records, which end at these offsets.
  private func flush(_ ends: [Int]) -> (count: Int, problem: RunProblem?) {
    let result = pass(ends) { () throws(RunProblem) in try output.flush() }
    if isUnread { output.writer.buffer.removeAll() }
    return result
  }

  /// Writes records, which end at these offsets, by calling `body`, unless the reader has gone.
  ///
  /// - Returns: The number of records that were written completely, which is counted, and the
  ///   problem that ends the run.
  private func pass(
    _ ends: [Int], _ body: () throws(RunProblem) -> Void
  ) -> (count: Int, problem: RunProblem?) {
    if isUnread { return (0, nil) }
    do throws(RunProblem) {
      try body()
    } catch {
      let count = ends.prefix { $0 <= output.written }.count
      written += count
      guard outlivesReader, error == .outputClosed else { return (count, error) }
      isUnread = true
      return (count, nil)
    }
    written += ends.count
    return (ends.count, nil)
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
    if let problem = flush([]).problem { throw problem }
  }

  func write(_ record: (inout RecordWriter) -> Void) throws {
    output.writer.writeLine(record)
    try output.flush()
  }
}
