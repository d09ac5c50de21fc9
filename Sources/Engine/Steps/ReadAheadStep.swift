/// Does in the lanes what is needed behind them, where only one thread works: reads, and writes records.
package struct ReadAheadStep: Step {
  private let ahead: FacetSet
  private let includesRepeated: Bool
  /// Where no step is behind the lanes, records are written there.
  private let pool: RecordPool?
  /// The order of records behind the lanes, where ordering is all that is left to do.
  private let order: AssetOrder?

  /// Reads what every record says, behind all other steps: what can't be read is no longer told as
  /// a failure once its record is being written.
  package static let last = ReadAheadStep(ahead: .header, includesRepeated: true)

  private init(
    ahead: FacetSet, includesRepeated: Bool, pool: RecordPool? = nil, order: AssetOrder? = nil
  ) {
    self.order = order
    self.ahead = ahead
    self.includesRepeated = includesRepeated
    self.pool = pool
  }

  /// Reads just these.
  package init(reading facets: FacetSet) {
    self.init(ahead: facets, includesRepeated: false)
  }

  /// - Parameters:
  ///   - serial: the steps behind the lanes.
  ///   - writesRecords: whether records may be written in the lanes where there are none.
  ///   - order: what records are ordered by, where those steps do nothing else.
  package init(
    for serial: some Sequence<any Step>, writesRecords: Bool = true, in order: AssetOrder? = nil
  ) {
    var ahead: FacetSet = []
    var writesMost = true
    var isLast = true
    for step in serial {
      isLast = false
      if writesMost { ahead.formUnion(step.facets) }
      if step.isSelective { writesMost = false }
    }
    // Every record says what the header tells.
    if writesMost { ahead.formUnion(.header) }
    isLast = isLast || order != nil
    self.init(
      ahead: ahead, includesRepeated: false, pool: isLast && writesRecords ? RecordPool() : nil,
      order: order)
  }

  /// Whether what passes is written next.
  private var isLast: Bool { pool != nil || includesRepeated }

  package var name: String { "read ahead" }
  package var ordering: StepOrdering { .any }
  package var facets: FacetSet { ahead }

  package func makeWorker(in lane: Lane) -> any Worker {
    ReadAheadWorker(self, lane.context)
  }

  private final class ReadAheadWorker: Worker {
    private let ahead: FacetSet
    private let includesRepeated: Bool
    private let pool: RecordPool?
    private let order: AssetOrder?
    private let fields: FieldTable
    private let lines: RecordLines
    /// Nil where records are written by a later step, if at all.
    private let form: (any RecordForm)?
    private let files = LaneFiles()

    init(_ step: ReadAheadStep, _ context: RunContext) {
      ahead = step.ahead
      includesRepeated = step.includesRepeated
      (pool, order) = (step.pool, step.order)
      (fields, lines) = (context.fields, context.lines)
      form = step.isLast ? lines.form : nil
    }

    func process(_ batch: inout Batch) {
      // Nothing is left to read or to fail.
      if batch.records != nil { return }
      batch.keep { asset in
        // What was met before will most likely be dropped.
        if includesRepeated || asset.findings?.isLikelyDropped != true {
          asset.readAhead(ahead, with: files)
        }
        return true
      }
      if let form {
        batch.keep { asset in
          asset.check(for: form)
          return true
        }
      }
      guard let pool else { return }
      batch.writeRecords(pool, fields, lines, key: order.map { $0.append(keyOf:to:) })
    }
  }
}
