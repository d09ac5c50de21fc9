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

  /// Writes records that a worker formatted, of assets without a memory.
  func write(_ records: RecordBuffer) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    var problem: RunProblem?
    do { try output.write(records.bytes) } catch { problem = error }
    _ = complete(records.ends, problem)
    if let problem { throw problem }
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
    var problem: RunProblem?
    do { try output.flush() } catch { problem = error }
    let count = complete(ends, problem)
    if let outcome { refused += assets[..<count].count { Prompt.isRefused($0, outcome) } }
    if claims {
      try context.services.offers.settle(
        assets[..<count], as: .delivered, at: context.request.now)
      // Assets that could not be written may be offered again.
      try context.services.offers.release(assets[count...])
    }
    if let problem { throw problem }
  }

  /// Counts and returns how many records were written completely; they end at these offsets.
  private func complete(_ ends: [Int], _ problem: RunProblem?) -> Int {
    let count = problem == nil ? ends.count : ends.prefix { $0 <= output.written }.count
    written += count
    return count
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
}
