/// A step that passes a limited number of assets after an offset; then the source may stop.
package struct LimitStep: Step {
  /// The number of assets that are skipped.
  package let offset: Int
  /// The maximal number of assets that pass; nil for no limit.
  package let limit: Int?

  package init(offset: Int, limit: Int?) {
    self.offset = offset
    self.limit = limit
  }

  package var name: String { "limit" }
  package var ordering: StepOrdering { .source }
  package var isSelective: Bool { limit != nil }
  package var traits: StepTraits { .limiting(StepTraits.Slice(offset: offset, limit: limit)) }
  package var detail: String {
    [offset > 0 ? "after \(offset)" : nil, limit.map { "at most \($0)" }].compactMap(\.self)
      .joined(separator: ", ")
  }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    LimitInstance(offset: offset, limit: limit)
  }

  private final class LimitInstance: StepInstance {
    private var toLeaveOut: Int
    private var left: Int

    init(offset: Int, limit: Int?) {
      toLeaveOut = offset
      left = limit ?? .max
    }

    var isSatisfied: Bool { left == 0 }
    var demand: Int { left.addingReportingOverflow(toLeaveOut).overflow ? .max : left + toLeaveOut }

    func process(_ batch: inout Batch) {
      batch.keep { _ in
        if toLeaveOut > 0 {
          toLeaveOut -= 1
          return false
        }
        guard left > 0 else { return false }
        left -= 1
        return true
      }
    }
  }
}
