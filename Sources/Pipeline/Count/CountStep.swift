/// Counts the assets that come, in parallel, and returns the groups at the end, in order.
struct CountStep: Step {
  private let keys: [CountKey]
  private let sums: Bool
  private let tables: CountTables

  init(_ keys: [CountKey], sums: Bool) {
    self.init(keys, sums: sums, into: CountTables())
  }

  private init(_ keys: [CountKey], sums: Bool, into tables: CountTables) {
    self.keys = keys
    self.sums = sums
    self.tables = tables
  }

  func forRun() -> any Step { CountStep(keys, sums: sums) }

  var name: String { "count" }
  var ordering: StepOrdering { .source }
  // No record is written of any asset.
  var isSelective: Bool { true }
  var detail: String { keys.isEmpty ? "" : "by " + keys.map(\.name).joined(separator: ", ") }
  var facets: FacetSet { part.facets }
  var traits: StepTraits {
    // Without keys, the number of no assets is a record, too.
    var traits = StepTraits(hasBacklog: keys.isEmpty)
    traits.countedKeys = keys.map(\.name)
    return traits
  }

  var parallelPart: (any Step)? { part }

  private var part: CountPartStep { CountPartStep(keys: keys, sums: sums, tables: tables) }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    SumInstance(CountInstance(part, in: worker), tables, keyCount: keys.count)
  }

  /// Counts the assets that the parallel step did not, and returns the groups of all tables.
  private final class SumInstance: StepInstance {
    private let counter: CountInstance
    private let tables: CountTables
    private let keyCount: Int

    init(_ counter: CountInstance, _ tables: CountTables, keyCount: Int) {
      self.counter = counter
      self.tables = tables
      self.keyCount = keyCount
    }

    var holdsBack: Bool { true }

    func process(_ batch: inout Batch) throws { try counter.process(&batch) }

    func finish() -> [Asset] {
      tables.totals.sorted(keyCount: keyCount).map { CountAsset($0) }
    }
  }
}

/// Counts assets in parallel, in a table for each worker, and passes none on.
private struct CountPartStep: Step {
  let keys: [CountKey]
  let sums: Bool
  let tables: CountTables

  var name: String { "count" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet {
    let summed: [Field] = sums ? [.fileSize, .creationDate, .localDate] : []
    return FacetSet(keys.map(\.facets) + summed.map { FacetSet($0.facet) })
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance { CountInstance(self, in: worker) }
}

private final class CountInstance: StepInstance {
  private var reader: CountKeyReader
  private let sums: Bool
  private let table: CountTable
  private var key = CountKeyBytes()

  init(_ step: CountPartStep, in worker: WorkerContext) {
    reader = CountKeyReader(step.keys, worker.context.fields)
    sums = step.sums
    table = step.tables.makeTable()
  }

  func process(_ batch: inout Batch) throws {
    batch.keep { asset in
      count(asset)
      return false
    }
  }

  private func count(_ asset: Asset) {
    var size: Int64?
    var date: Instant?
    if sums {
      if case .integer(let known) = asset.value(of: .fileSize), known >= 0 { size = known }
      if case .date(let moment) = asset.value(of: .creationDate) { date = moment }
    }
    do {
      try reader.forEachKey(of: asset, &key) { key in
        // What could not be read is a failure, and counts nowhere.
        if asset.failure == nil {
          table.add(
            key, bytes: size, date: date?.milliseconds,
            clock: date.map { asset.clock(of: .creationDate, at: $0) })
        }
      }
    } catch let failure as AssetFailure {
      asset.fail(stage: "count", failure.reason)
    } catch {
      asset.fail(stage: "count", (error as? FileProblem)?.reason ?? "\(error)")
    }
  }
}
