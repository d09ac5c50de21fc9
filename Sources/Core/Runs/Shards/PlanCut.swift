/// The division of a plan for shards: the shards of a library do the first steps in parallel, and
/// the rest is done with their merged results.
package struct PlanCut: Sendable {
  /// The number of steps, from the first, that shards do.
  package let steps: Int
  /// The method that merges the results of shards.
  package let merge: Merge
  /// True if the first step after the shards' looks for equal bytes, which shards can hash.
  package let comparesContents: Bool

  /// The methods of merging the results of shards.
  package enum Merge: Sendable {
    /// Records are concatenated in the order of the library.
    case place
    /// Records are sorted, by default in the library's order, and a range of them is the result.
    case order([SortKey], StepTraits.Slice)
    /// Counts of groups are added up if the groups have equal values of the keys with these names.
    case count([String])
    /// The whole rule runs again on the assets that passed; `reason` says why that is necessary.
    case again(reason: String)

    /// The name of the method in the plan of shards.
    package var name: String {
      switch self {
      case .place: "place"
      case .order: "order"
      case .count: "count"
      case .again: "again"
      }
    }

    var wantsRecords: Bool { if case .again = self { false } else { true } }
  }
}

/// The reason why a rule can't be run in shards, or a shard can't be read.
package struct ShardProblem: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension PipelinePlan {
  /// Returns the division of the plan; throws as ``checkShards()``.
  package func cut() throws(ShardProblem) -> PlanCut {
    try checkShards()
    let count = steps.prefix { $0.scope == .asset }.count
    let rest = steps[count...]
    let comparing = rest.first { $0.traits.fetch.order.isEmpty }
    return PlanCut(
      steps: count, merge: Self.merge(rest),
      comparesContents: comparing?.traits.comparison.contents ?? false)
  }

  /// Throws ``ShardProblem`` with the reason unless the plan can be run on a part of a library.
  package func checkShards() throws(ShardProblem) {
    let traits = source.traits
    if traits.input.listsAlbums {
      throw ShardProblem("its source lists albums, which count the assets of a whole library")
    }
    if traits.input.isStandardInput || traits.action.program != nil {
      throw ShardProblem("its source reads records or paths, and only a library has shards")
    }
    if traits.input.ownLibrary != nil {
      throw ShardProblem("its source names the library itself; name it by --library")
    }
    if let other = otherLibraries.first {
      throw ShardProblem(
        "a filter compares assets with \"\(other)\", which each process would have to read; run it in"
          + " one")
    }
    if observed != nil {
      throw ShardProblem("observe compares a whole fetch with an earlier one")
    }
  }

  private static func merge(_ rest: ArraySlice<any Step>) -> PlanCut.Merge {
    guard let first = rest.first else { return .place }
    if rest.count == 1, let keys = first.traits.countedKeys { return .count(keys) }
    let order = first.traits.fetch.order
    let behind = order.isEmpty ? rest : rest.dropFirst()
    let whole = StepTraits.Slice(offset: 0, limit: nil)
    if behind.isEmpty { return .order(order, whole) }
    if behind.count == 1, let slice = behind.first?.traits.fetch.slice {
      return .order(order, slice)
    }
    let decisive = behind.first { $0.traits.fetch.slice == nil } ?? first
    let scope =
      decisive.scope == .key ? "compares assets with each other" : "needs all in one place"
    return .again(reason: "\(decisive.name) \(scope)")
  }

  func working(by steps: ArraySlice<any Step>, endingWith last: any Step) -> PipelinePlan {
    var plan = self
    plan.steps = steps + [last]
    // A shard can't decide which assets come first.
    plan.query = Query(predicate: query.predicate)
    plan.orderPlace = nil
    return plan
  }
}

/// The part of a library that a step has to see to decide about one asset.
package enum StepScope: String, Sendable {
  /// The asset alone.
  case asset
  /// All assets that share a property, such as the content, with the asset.
  case key
  /// All assets in their order; also for a step with effects outside of the run.
  case library
}

extension Step {
  /// The part of a library that the step has to see.
  package var scope: StepScope {
    let traits = traits
    guard traits.action.condition == .never, traits.program == nil, !traits.startsProgram else {
      return .library
    }
    if traits.comparison.assets { return .key }
    return ordering == .any ? .asset : .library
  }
}
