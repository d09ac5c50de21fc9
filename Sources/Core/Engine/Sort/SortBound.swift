internal import Platform
internal import Synchronization

/// The limit above which sort keys are dropped, where only the first assets of an order are kept.
/// The sorting thread lowers it as it finds more assets; workers compare with it.
final class SortBound: Sendable {
  private let head = Atomic(UInt64.max)

  /// Lowers the limit to the ``AssetOrder/head(of:by:)`` of the last asset that is kept.
  func lower(to value: UInt64) { head.store(value, ordering: .relaxed) }

  func excludes(_ value: UInt64) -> Bool { value > head.load(ordering: .relaxed) }
}

/// A step that drops, in parallel, the assets that can't be among the first ones in an order.
package struct SortPrefilterStep: Step {
  private let order: AssetOrder
  private let bound: SortBound

  init(_ order: AssetOrder, _ bound: SortBound) {
    self.order = order
    self.bound = bound
  }

  package var name: String { "sort" }
  package var ordering: StepOrdering { .any }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    SortPrefilterInstance(order, bound)
  }

  private final class SortPrefilterInstance: StepInstance {
    private let order: AssetOrder
    private let bound: SortBound
    private var key = ByteBuffer(capacity: 64)

    init(_ order: AssetOrder, _ bound: SortBound) {
      self.order = order
      self.bound = bound
    }

    func process(_ batch: inout Batch) {
      batch.keep { !bound.excludes(order.head(of: $0, by: &key)) }
    }
  }
}
