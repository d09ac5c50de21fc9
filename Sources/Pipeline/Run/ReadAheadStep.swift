/// Reads in the lanes what is needed behind them, where only one thread works.
struct ReadAheadStep: Step {
  private let ahead: FacetSet
  private let includesRepeated: Bool

  /// Reads what every record says, behind all other steps: what can't be read is no longer told as
  /// a failure once its record is being written.
  static let last = ReadAheadStep(ahead: .header, includesRepeated: true)

  private init(ahead: FacetSet, includesRepeated: Bool) {
    self.ahead = ahead
    self.includesRepeated = includesRepeated
  }

  /// Reads just these.
  init(reading facets: FacetSet) {
    self.init(ahead: facets, includesRepeated: false)
  }

  /// - Parameter serial: the steps behind the lanes.
  init(for serial: some Sequence<any Step>) {
    var ahead: FacetSet = []
    var writesMost = true
    for step in serial {
      if writesMost { ahead.formUnion(step.facets) }
      if step.isSelective { writesMost = false }
    }
    // Every record says what the header tells.
    if writesMost { ahead.formUnion(.header) }
    self.init(ahead: ahead, includesRepeated: false)
  }

  var name: String { "read ahead" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { ahead }

  func makeWorker(in lane: Lane) -> any Worker { ReadAheadWorker(ahead, includesRepeated) }

  private final class ReadAheadWorker: Worker {
    private let ahead: FacetSet
    private let includesRepeated: Bool

    init(_ ahead: FacetSet, _ includesRepeated: Bool) {
      self.ahead = ahead
      self.includesRepeated = includesRepeated
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        // What was met before will most likely be dropped.
        if includesRepeated || asset.findings?.content?.isRepeated != true {
          asset.readAhead(ahead)
        }
        return true
      }
    }
  }
}
