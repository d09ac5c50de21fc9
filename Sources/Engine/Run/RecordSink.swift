internal import JSON

/// The end of every pipeline: writes the records.
///
/// What is remembered and was not offered by a stage is claimed right before its record is written,
/// so that a kill at any moment neither hands it over again nor forgets it.
final class RecordSink {
  private let context: RunContext
  private let output: RecordOutput
  /// The way of assets that the reader of the output is not to get.
  private let detour: Detour?
  /// The field that tells how an offer ended, where refusals are counted.
  private let outcome: Field?
  /// Where claims are noted instead of made; nil to claim what is written.
  private let postponedClaims: PostponedClaims?
  private var written = 0
  /// Records of assets that were offered and refused.
  private(set) var refused = 0

  /// Where records go that pass the reader of the output by.
  struct Detour {
    /// The tests of assets that do not.
    let tests: PredicateProgram
    let sink: RecordSink
  }

  /// - Parameters:
  ///   - countsRefusals: whether ``refused`` is counted.
  ///   - postponedClaims: where claims are noted instead of made.
  init(
    _ context: RunContext, output: RecordOutput, detour: Detour? = nil,
    countsRefusals: Bool = false, postponedClaims: PostponedClaims? = nil
  ) {
    self.context = context
    self.output = output
    self.detour = detour
    self.postponedClaims = postponedClaims
    outcome = countsRefusals ? Prompt.outcomeField(of: context.fields) : nil
    output.writer.fields = context.fields
  }

  /// How many records went out, be it past the reader of the output.
  var emitted: Int { written + (detour?.sink.emitted ?? 0) }

  /// Whether batches may come whose records were written in the lanes.
  var takesWrittenRecords: Bool { detour == nil && outcome == nil && postponedClaims == nil }

  func write(_ batch: Batch) throws {
    if let records = batch.records { return try write(records) }
    guard let detour else { return try write(Array(batch.survivors)) }
    try detour.sink.write(batch.survivors.filter { !detour.tests.matches($0) })
    try write(batch.survivors.filter { detour.tests.matches($0) })
  }

  private func write(_ assets: [Asset]) throws {
    guard !assets.isEmpty else { return }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    if let postponedClaims {
      postponedClaims.add(
        context.isDryRun
          ? assets.map { _ in nil } : try context.offers.postpone(assets, for: context.ruleName))
    }
    if context.isDryRun || postponedClaims != nil {
      let (complete, problem) = writeRecords(assets)
      countRefusals(among: assets[..<complete])
      if let problem { throw problem }
      return
    }
    let granted = try context.offers.claim(assets, for: context.ruleName, at: context.now)
    let offered = zip(assets, granted).compactMap { $1 ? $0 : nil }
    let (complete, problem) = writeRecords(offered)
    countRefusals(among: offered[..<complete])
    try context.offers.settle(offered[..<complete], as: .delivered, at: context.now)
    // What could not be written may be offered again.
    try context.offers.release(offered[complete...])
    if let problem { throw problem }
  }

  private func countRefusals(among assets: ArraySlice<Asset>) {
    if let outcome { refused += assets.count { Prompt.isRefused($0, outcome) } }
  }

  /// Puts out records that a lane wrote, of assets that no memory keeps apart.
  func write(_ records: WrittenRecords) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    let (_, problem) = putOut(records.ends) { () throws(RunProblem) in
      try output.write(records.bytes)
    }
    if let problem { throw problem }
  }

  /// Writes a record of an asset whose last one is still to come.
  ///
  /// What a memory keeps apart is claimed first, so that nobody sees it before.
  func writeInterim(_ asset: Asset) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    guard asset.findings?[Remembrance.self] == nil, asset.findings?[Prompt.self] == nil else {
      return
    }
    postponedClaims?.add([nil])
    asset.writeLine(into: &output.writer)
    try output.flush()
  }

  /// Writes a record of another kind than an asset's.
  func write(_ record: (inout RecordWriter) -> Void) throws {
    output.writer.writeLine(record)
    try output.flush()
  }

  /// Writes records, and tells how many went out whole.
  private func writeRecords(_ assets: some Collection<Asset>) -> (
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

  /// Counts the records that went out whole.
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
