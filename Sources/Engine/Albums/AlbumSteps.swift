/// The steps that choose among the assets of albums, laid out for counting.
struct AlbumSteps {
  /// Those that look at one asset at a time, so that an asset of several albums takes them once.
  let shared: ArraySlice<any Step>
  /// Those that each album does on its own, such as a limit.
  let own: ArraySlice<any Step>
  /// The order that decides which asset is the first; empty for the order in which they come.
  let order: [SortKey]

  /// - Parameter residual: the tests that the library left to the run.
  init(_ steps: [any Step], residual: Predicate) {
    var steps = steps
    if residual != .always { steps.insert(PredicateStep(residual), at: 0) }
    // Nobody wants all of them in order, if only the first is shown.
    order = steps.last?.traits.order ?? []
    if !order.isEmpty { steps.removeLast() }
    let parallel = steps.firstIndex { $0.ordering == .source } ?? steps.count
    (shared, own) = (steps[..<parallel], steps[parallel...])
  }
}
