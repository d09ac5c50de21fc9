/// Turns the stages that a rule called into a plan, or finds everything that is wrong with them.
public struct PlanBuilder: Sendable {
  private let registry: StageRegistry
  private let rulePath: String
  private let now: Instant

  public init(registry: StageRegistry, rulePath: String, now: Instant) {
    self.registry = registry
    self.rulePath = rulePath
    self.now = now
  }

  /// - Throws: ``RuleProblems``, all of them.
  public func plan(_ calls: [StageCall]) throws(RuleProblems) -> PipelinePlan {
    var problems: [RuleProblem] = []
    var source: (any SourceStage)?
    var transforms: [any TransformStage] = []
    for call in calls {
      switch registry.make(call, rulePath: rulePath, now: now) {
      case .success(let stage):
        switch stage.part {
        case .source(let first): source = source ?? first
        case .transform(let transform): transforms.append(transform)
        }
      case .failure(let found): problems += found.problems
      }
    }
    problems += shapeProblems(calls)
    guard problems.isEmpty, let source else { throw RuleProblems(problems) }
    return PipelinePlan(source: source, transforms: transforms)
  }

  /// A pipeline begins with its only source.
  private func shapeProblems(_ calls: [StageCall]) -> [RuleProblem] {
    guard let first = calls.first else {
      return [
        RuleProblem(
          path: rulePath, line: 0,
          message: "the pipeline is empty; it begins with a source, such as source { }")
      ]
    }
    let sources = registry.descriptions.filter { $0.role == .source }.map(\.name)
    var problems: [RuleProblem] = []
    if !sources.contains(first.name), registry.names.contains(first.name) {
      problems.append(
        RuleProblem(
          path: rulePath, line: first.line,
          message: "a pipeline begins with a source, not with \(first.name)", token: first.name))
    }
    for call in calls.dropFirst() where sources.contains(call.name) {
      problems.append(
        RuleProblem(
          path: rulePath, line: call.line,
          message: "a pipeline has one source, and it stands first", token: call.name))
    }
    return problems
  }
}
