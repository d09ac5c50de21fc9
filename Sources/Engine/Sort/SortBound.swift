internal import JSON
internal import Synchronization

/// The bound behind which no asset is kept, where only the first in an order are wanted.
///
/// The thread that puts assets in order lowers it as better ones come; lanes compare with it.
final class SortBound: Sendable {
  private let head = Atomic(UInt64.max)

  /// - Parameter value: of the last that is kept, as ``AssetOrder`` gives it.
  func lower(to value: UInt64) { head.store(value, ordering: .relaxed) }

  func excludes(_ value: UInt64) -> Bool { value > head.load(ordering: .relaxed) }
}

/// Leaves out in the lanes the assets that can't be among the first in an order.
struct SortScreenStep: Step {
  private let order: AssetOrder
  private let bound: SortBound

  init(_ order: AssetOrder, _ bound: SortBound) {
    self.order = order
    self.bound = bound
  }

  var name: String { "sort" }
  var ordering: StepOrdering { .any }

  func makeWorker(in lane: Lane) -> any Worker { SortScreenWorker(order, bound) }

  private final class SortScreenWorker: Worker {
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
