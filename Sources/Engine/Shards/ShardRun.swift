internal import Platform
internal import Synchronization

/// Does the part of a plan that looks at one asset at a time, for one shard of a library.
///
/// It neither claims nor asks, and writes its result alone, so that it may run twice.
package struct ShardRun {
  private let plan: PipelinePlan
  private let cut: PlanCut
  private let places: [ShardPlace]
  private let context: RunContext
  private let functions: (any RuleFunctions)?

  /// The purpose of a shard.
  package enum Work: Sendable {
    /// The steps in front of the cut.
    case steps
    /// Its assets came through these, and others have files of the same sizes: all their bytes are
    /// hashed.
    case contents
  }

  package init(
    _ plan: PipelinePlan, _ cut: PlanCut, of places: [ShardPlace], in context: RunContext,
    functions: (any RuleFunctions)?
  ) {
    self.plan = plan
    self.cut = cut
    self.places = places
    self.context = context
    self.functions = functions
  }

  /// Writes the result.
  ///
  /// - Parameters:
  ///   - library: the library that the places are of.
  ///   - descriptor: where the result goes.
  ///   - work: what is done with the assets.
  package func run(
    _ work: Work = .steps, on library: LibraryPlace, to descriptor: Int32, lanes: Int
  ) throws -> RunReport {
    var context = context
    context.looksOnly(at: places, of: library)
    let output = try ShardOutput(to: descriptor, plan.fields)
    let trouble = Lock<RunProblem?>(nil)
    // Whoever puts shards together knows which of them repeat each other.
    context.tellsRepetitions = true
    context.failed = { failure in
      do throws(RunProblem) { try output.write(failure) } catch { trouble.withLock { $0 = error } }
    }
    var ordinals: [String: Int] = [:]
    for place in places { ordinals[place.identifier.string] = place.ordinal }
    let step = ShardStep(output: output, ordinals: ordinals, cut: cut, work: work)
    let report = try PipelineRun(
      plan(for: work, endingWith: step), in: context, functions: functions, lanes: lanes
    ).run()
    if let problem = trouble.withLock({ $0 }) { throw problem }
    try output.end(read: places.count, failed: report.failureCount)
    return report
  }

  private func plan(for work: Work, endingWith last: ShardStep) -> PipelinePlan {
    switch work {
    case .steps: return plan.working(by: plan.steps[..<cut.steps], endingWith: last)
    case .contents:
      var plan = plan.working(by: [ContentHashStep()], endingWith: last)
      // These came through all that is in front of the cut.
      plan.query = Query()
      return plan
    }
  }
}

extension RunContext {
  /// Lets the run see these assets of a library and no others.
  package mutating func looksOnly(at places: [ShardPlace], of library: LibraryPlace) {
    arrivals = Arrivals(
      library: library.path, identifiers: places.map(\.identifier), findings: ArrivalFindings(),
      areListed: true)
    knownContents = KnownContents(places)
  }
}
