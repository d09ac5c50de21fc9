internal import Platform
internal import Synchronization

/// A run of those steps of a plan that process each asset by itself, for one shard of a library. It
/// makes no claims, asks no questions, and writes only its result, so it may run twice.
package struct ShardRun {
  private let plan: PipelinePlan
  private let cut: PlanCut
  private let places: [ShardPlace]
  private let context: RunContext
  private let functions: (any RuleFunctions)?

  /// The kinds of work of a shard.
  package enum Work: Sendable {
    /// The plan's first steps, as many as ``PlanCut/steps``.
    case steps
    /// Hashing all bytes of assets that passed the steps and have the same size as others.
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

  /// Does the work on the shard's assets, which are in `library`, with so many lanes, and writes the
  /// records that result to a descriptor.
  package func run(
    _ work: Work = .steps, on library: LibraryPlace, to descriptor: Int32, lanes: Int
  ) throws -> RunReport {
    var context = context
    context.looksOnly(at: places, of: library)
    let output = try ShardOutput(to: descriptor, plan.fields)
    let problem = Lock<RunProblem?>(nil)
    // Repetitions are found by the process that merges the shards.
    context.output.tellsRepetitions = true
    context.output.failed = { failure in
      do throws(RunProblem) { try output.write(failure) } catch { problem.withLock { $0 = error } }
    }
    let ordinals = ShardOrdinals(places)
    let step = ShardStep(output: output, ordinals: ordinals, cut: cut, work: work)
    let report = try PipelineRun(
      plan(for: work, ordinals, endingWith: step), in: context, functions: functions, lanes: lanes
    ).run()
    if let problem = problem.withLock({ $0 }) { throw problem }
    try output.end(read: places.count, failed: report.failureCount)
    return report
  }

  private func plan(
    for work: Work, _ ordinals: ShardOrdinals, endingWith last: ShardStep
  ) -> PipelinePlan {
    switch work {
    case .steps:
      let front = plan.steps[..<cut.steps]
      guard case .count = cut.merge else { return plan.working(by: front, endingWith: last) }
      // The shard counts itself, but no asset of another shard.
      let own: any Step = ShardMembersStep(ordinals: ordinals)
      return plan.working(by: front + [own] + plan.steps[cut.steps...], endingWith: last)
    case .contents:
      var plan = plan.working(by: [ContentHashStep()], endingWith: last)
      // These assets passed all steps before the cut.
      plan.query = Query()
      return plan
    }
  }
}

extension RunContext {
  /// Limits the run to assets at these places of a library.
  package mutating func looksOnly(at places: [ShardPlace], of library: LibraryPlace) {
    arrivals = Arrivals(
      library: library.path, identifiers: places.map(\.identifier), findings: ArrivalCache(),
      areListed: true)
    knownContents = KnownContents(places)
  }
}

/// A step that hashes all bytes of assets, in parallel; unreadable ones fail when compared.
struct ContentHashStep: Step {
  var name: String { "hash" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .digest }

  func makeWorker(in worker: WorkerContext) -> any StepInstance { ContentHashInstance() }

  private final class ContentHashInstance: StepInstance {
    func process(_ batch: inout Batch) {
      batch.keep { asset in
        _ = try? asset.digest(.sha256)
        return true
      }
    }
  }
}
