internal import Platform

/// A column of counts by whose values they are sorted.
struct CountColumn: Sendable {
  /// The name in messages, with its dash.
  let text: String
  private let part: Part
  private let isDescending: Bool

  private enum Part: Sendable {
    case count, bytes, first, last
    case key(Int)
  }

  /// The names of the columns that all counts have.
  static let names = ["count", "bytes", "first", "last", "key"]

  /// Creates the column that a text of a rule names, with a dash in front for descending order; nil
  /// for any other text.
  init?(_ text: String, among keys: [CountKey]) {
    self.text = text
    isDescending = text.hasPrefix("-")
    let name = isDescending ? String(text.dropFirst()) : text
    switch name {
    case "count": part = .count
    case "bytes": part = .bytes
    case "first": part = .first
    case "last": part = .last
    case "key" where !keys.isEmpty: part = .key(0)
    default:
      guard let place = keys.firstIndex(where: { $0.name == name }) else { return nil }
      part = .key(place)
    }
  }

  private func value(of group: CountGroup) -> SortValue {
    switch part {
    case .count: .integer(group.sums.count)
    case .bytes: group.sums.bytes.map(SortValue.integer) ?? .absent
    case .first: (group.sums.dates?.lowerBound).map(SortValue.integer) ?? .absent
    case .last: (group.sums.dates?.upperBound).map(SortValue.integer) ?? .absent
    case .key(let place): group.key[place]
    }
  }

  /// Returns true if a group comes before another one, false if it comes behind it, and nil if the
  /// column has the same value of both. Unknown values come last.
  func precedes(_ group: CountGroup, _ other: CountGroup) -> Bool? {
    let (mine, theirs) = (value(of: group), value(of: other))
    if mine == theirs { return nil }
    if mine == .absent || theirs == .absent { return theirs == .absent }
    return isDescending ? theirs < mine : mine < theirs
  }
}

/// Sorts counts, and passes on a range of them.
struct CountOrderStep: Step {
  let keys: [CountKey]
  let columns: [CountColumn]
  let slice: StepTraits.Slice

  var name: String { "order" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String {
    let order = columns.isEmpty ? nil : "by " + columns.map(\.text).joined(separator: ", ")
    let first = slice.offset > 0 ? "after \(slice.offset)" : nil
    return [order, first, slice.limit.map { "at most \($0)" }].compactMap(\.self)
      .joined(separator: ", ")
  }
  var traits: StepTraits {
    var traits = StepTraits()
    traits.countedKeys = keys.map(\.name)
    return traits
  }

  /// Returns the groups of the range in order; those of equal values in that of their keys.
  func rows(of groups: [CountGroup]) -> [CountGroup] {
    let sorted = groups.sorted { left, right in
      columns.firstNonNil { $0.precedes(left, right) } ?? left.precedes(right)
    }
    return Array(sorted.dropFirst(slice.offset).prefix(slice.limit ?? .max))
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance { OrderInstance(self) }

  private final class OrderInstance: StepInstance {
    private let step: CountOrderStep
    private var groups: [CountGroup] = []

    init(_ step: CountOrderStep) {
      self.step = step
    }

    var holdsBack: Bool { true }

    func process(_ batch: inout Batch) throws {
      groups += batch.survivors.compactMap { ($0 as? CountAsset)?.group }
      batch.keep { _ in false }
    }

    func finish() -> [Asset] { step.rows(of: groups).map { CountAsset($0) } }
  }
}
