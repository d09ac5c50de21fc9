/// A step that prepares, in parallel, for serial steps: it reads assets and formats records.
package struct ReadAheadStep: Step {
  private let ahead: FacetSet
  private let includesRepeated: Bool
  /// The buffers for records that workers format, if no step on one thread follows; nil otherwise.
  private let pool: RecordBufferPool?
  /// The order of the records, if only sorting follows; else nil.
  private let order: AssetOrder?

  /// The step after all others, which reads the values of every record: an asset can no longer fail
  /// while its record is being written.
  package static let last = ReadAheadStep(ahead: .header, includesRepeated: true)

  private init(
    ahead: FacetSet, includesRepeated: Bool, pool: RecordBufferPool? = nil, order: AssetOrder? = nil
  ) {
    self.order = order
    self.ahead = ahead
    self.includesRepeated = includesRepeated
    self.pool = pool
  }

  /// Creates a step that reads only these facets.
  package init(reading facets: FacetSet) {
    self.init(ahead: facets, includesRepeated: false)
  }

  /// - Parameters:
  ///   - serial: The following steps, which run on one thread.
  ///   - writesRecords: True if workers may format the records when `serial` is empty.
  ///   - order: The order of the records, if the following steps only sort.
  package init(
    for serial: ArraySlice<any Step>, writesRecords: Bool = true, in order: AssetOrder? = nil
  ) {
    var ahead: FacetSet = []
    var writesMost = true
    var isLast = true
    for step in serial {
      isLast = false
      if writesMost { ahead.formUnion(step.facets) }
      if step.isSelective { writesMost = false }
    }
    // Every record contains values of the header.
    if writesMost { ahead.formUnion(.header) }
    isLast = isLast || order != nil
    self.init(
      ahead: ahead, includesRepeated: false,
      pool: isLast && writesRecords ? RecordBufferPool() : nil,
      order: order)
  }

  /// True if only writing follows.
  private var isLast: Bool { pool != nil || includesRepeated }

  package var name: String { "read ahead" }
  package var ordering: StepOrdering { .any }
  package var facets: FacetSet { ahead }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    ReadAheadInstance(self, worker.context)
  }

  private final class ReadAheadInstance: StepInstance {
    private let ahead: FacetSet
    private let includesRepeated: Bool
    private let pool: RecordBufferPool?
    private let order: AssetOrder?
    private let fields: FieldTable
    private let lines: RecordLineOptions
    /// True if assets have to be checked for the format, as their records are written next.
    private let checksForm: Bool
    private let files = WorkerFileCache()

    init(_ step: ReadAheadStep, _ context: RunContext) {
      includesRepeated = step.includesRepeated
      (pool, order) = (step.pool, step.order)
      (fields, lines) = (context.fields, context.output.lines)
      checksForm = step.isLast && lines.form != nil
      let requested = checksForm ? lines.requestedFields : []
      ahead = step.ahead.union(FacetSet(requested.map { FacetSet($0.facet) }))
    }

    func process(_ batch: inout Batch) {
      // The records are already formatted.
      if batch.records != nil { return }
      batch.keep { asset in
        // A duplicate will most likely be dropped.
        if includesRepeated || asset.findings?.isLikelyDropped != true {
          asset.readAhead(ahead, with: files)
        }
        return true
      }
      if checksForm {
        batch.keep { asset in
          asset.check(for: lines)
          return true
        }
      }
      guard let pool else { return }
      batch.writeRecords(pool, fields, lines, key: order.map { $0.append(keyOf:to:) })
    }
  }
}
