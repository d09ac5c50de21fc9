internal import Platform

/// A step that sorts all assets; with a limit, it holds only the first ones.
package struct SortStep: Step {
  private let order: [SortKey]
  private let keeping: Int?
  private let fields: FieldTable
  private let bound = SortBound()

  package init(_ order: [SortKey], keeping: Int?, _ fields: FieldTable = FieldTable()) {
    self.order = order
    self.keeping = keeping
    self.fields = fields
  }

  package var name: String { "sort" }
  package var ordering: StepOrdering { .source }
  package var detail: String {
    let keys = order.map { ($0.isDescending ? "-" : "") + fields.name(of: $0.field) }
    let kept = keeping.map { ", keeps \($0)" } ?? ""
    return "by " + keys.joined(separator: ", ") + kept
  }
  package var traits: StepTraits { .sorting(order) }
  package var facets: FacetSet { FacetSet(order.map { FacetSet($0.field.facet) }) }

  /// The order, if the step keeps all assets; else nil.
  package var wholeOrder: AssetOrder? { keeping == nil ? AssetOrder(order) : nil }

  /// A step that drops assets that can't be among the first; nil where all assets are kept.
  package var parallelPart: (any Step)? {
    keeping.map { _ in SortPrefilterStep(AssetOrder(order), bound) }
  }

  package func forRun() -> any Step { SortStep(order, keeping: keeping, fields) }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    SortInstance(order, keeping: keeping, bound)
  }

  private final class SortInstance: StepInstance {
    private let order: AssetOrder
    private let keeping: Int?
    private var held: [AssetOrder.Entry] = []
    private var count = 0
    private let bound: SortBound
    private var key = ByteBuffer(capacity: 64)

    init(_ order: [SortKey], keeping: Int?, _ bound: SortBound) {
      self.order = AssetOrder(order)
      self.keeping = keeping
      self.bound = bound
    }

    var holdsBack: Bool { true }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        count += 1
        if keeping != nil, bound.excludes(order.head(of: asset, by: &key)) { return true }
        let entry = order.entry(for: asset, place: count)
        if asset.failure == nil { held.append(entry) }
        return true
      }
      batch.holdAll()
      // Twice the number to keep is gathered before the surplus is dropped, so that the cost of
      // sorting is spread over as many assets. Each asset may keep the memory of those around it.
      if let keeping, held.count >= 128, held.count / 2 >= keeping { trim(to: keeping) }
    }

    func finish() -> [Asset] {
      trim(to: keeping ?? held.count)
      defer { held = [] }
      return held.map(\.asset)
    }

    private func trim(to count: Int) {
      held.sort(by: order.precedes)
      guard held.count > count else { return }
      held.removeSubrange(count...)
      if let last = held.last { bound.lower(to: order.head(of: last, by: &key)) }
    }
  }
}
