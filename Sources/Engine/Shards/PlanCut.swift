/// The place at which a plan is cut: shards of a library go through the steps in front of it side by
/// side, and the rest is done where their results meet.
package struct PlanCut: Sendable {
  /// How many steps, from the first, a shard goes through.
  package let steps: Int
  package let merge: Merge
  /// Whether what is behind the cut first looks for assets with the same bytes, so that shards can read
  /// these before.
  package let comparesContents: Bool

  /// How the results of shards become those of the whole.
  package enum Merge: Sendable {
    /// Records follow each other as their assets do in the library.
    case place
    /// Records are put in order; some of them are the result. Without keys, the order is that of the
    /// library.
    case order([SortKey], StepTraits.Slice)
    /// The whole rule runs again, on the assets that came through.
    case again(reason: String)

    package var name: String {
      switch self {
      case .place: "place"
      case .order: "order"
      case .again: "again"
      }
    }

    /// Whether a shard's result holds records, and not places alone.
    var wantsRecords: Bool { if case .again = self { false } else { true } }
  }
}

/// Why a rule can't be run in shards, or a shard can't be read.
package struct ShardProblem: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension PipelinePlan {
  /// Where it is cut.
  ///
  /// - Throws: as ``checkShards()``.
  package func cut() throws(ShardProblem) -> PlanCut {
    try checkShards()
    let count = steps.prefix { $0.scope == .asset }.count
    let rest = steps[count...]
    let comparing = rest.first { $0.traits.order.isEmpty }
    return PlanCut(
      steps: count, merge: Self.merge(rest),
      comparesContents: comparing?.traits.comparesContents ?? false)
  }

  /// Looks whether it can be asked about a part of a library.
  ///
  /// - Throws: ``ShardProblem`` that names what can't be done in shards.
  package func checkShards() throws(ShardProblem) {
    let traits = source.traits
    if traits.listsAlbums {
      throw ShardProblem("its source lists albums, which count the assets of a whole library")
    }
    if traits.readsInput || traits.program != nil {
      throw ShardProblem("its source reads records or paths, and only a library has shards")
    }
    if traits.ownLibrary != nil {
      throw ShardProblem("its source names the library itself; name it by --library")
    }
    if observed != nil {
      throw ShardProblem("observe compares a whole fetch with an earlier one")
    }
  }

  private static func merge(_ rest: ArraySlice<any Step>) -> PlanCut.Merge {
    guard let first = rest.first else { return .place }
    let order = first.traits.order
    let behind = order.isEmpty ? rest : rest.dropFirst()
    let whole = StepTraits.Slice(offset: 0, limit: nil)
    if behind.isEmpty { return .order(order, whole) }
    if behind.count == 1, let slice = behind.first?.traits.slice { return .order(order, slice) }
    let decisive = behind.first { $0.traits.slice == nil } ?? first
    let scope =
      decisive.scope == .key ? "compares assets with each other" : "needs all in one place"
    return .again(reason: "\(decisive.name) \(scope)")
  }

  /// The plan of a shard: these steps, then one that takes their result.
  func working(by steps: ArraySlice<any Step>, endingWith last: any Step) -> PipelinePlan {
    var plan = self
    plan.steps = steps + [last]
    // Which come first is not a shard's to say.
    plan.query = Query(predicate: query.predicate)
    plan.orderPlace = nil
    return plan
  }
}
