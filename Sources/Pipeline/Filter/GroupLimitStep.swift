/// Limits the number of groups of assets, such as duplicates, so that each is shown whole.
///
/// The assets of a group follow each other; one without a group counts as a group of its own.
struct GroupLimitStep: Step {
  /// The field with the number of an asset's group.
  let group: Field
  /// The number of groups that are skipped.
  let offset: Int
  /// The maximal number of groups that pass; nil for no limit.
  let limit: Int?

  var name: String { "limit" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { limit != nil }
  var detail: String {
    [offset > 0 ? "after \(offset)" : nil, limit.map { "at most \($0)" }].compactMap(\.self)
      .joined(separator: ", ") + " groups"
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    GroupLimitInstance(self)
  }

  private final class GroupLimitInstance: StepInstance {
    private let step: GroupLimitStep
    private var last: Int64?
    /// The number of groups so far.
    private var count = 0

    init(_ step: GroupLimitStep) {
      self.step = step
    }

    func process(_ batch: inout Batch) {
      batch.keep { takes($0) }
    }

    private func takes(_ asset: Asset) -> Bool {
      var number: Int64?
      if case .integer(let known) = asset.value(of: step.group) { number = known }
      if number == nil || number != last { count += 1 }
      last = number
      guard count > step.offset else { return false }
      return step.limit.map { count - step.offset <= $0 } ?? true
    }
  }
}
