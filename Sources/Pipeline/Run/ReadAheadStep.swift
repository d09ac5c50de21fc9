/// Reads in the lanes what is needed behind them, where only one thread works.
struct ReadAheadStep: Step {
  private let ahead: FacetSet

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
    self.ahead = ahead
  }

  var name: String { "read ahead" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { ahead }

  func makeWorker(in lane: Lane) -> any Worker { ReadAheadWorker(ahead) }

  private final class ReadAheadWorker: Worker {
    private let ahead: FacetSet

    init(_ ahead: FacetSet) {
      self.ahead = ahead
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        // What was met before will most likely be dropped.
        if asset.findings?.content?.isRepeated != true { asset.readAhead(ahead) }
        return true
      }
    }
  }
}
