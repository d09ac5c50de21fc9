internal import LuaBridge
internal import Pipeline

/// The plans of all pipelines of a rule, and all problems found in them.
package struct RulePlans {
  private let rule: LoadedRule
  private let builder: PlanBuilder
  private let path: String
  private var problems: [RuleProblem]

  init(_ rule: LoadedRule, _ builder: PlanBuilder, path: String, in tool: Tool) {
    self.rule = rule
    self.builder = builder
    self.path = path
    problems = rule.problems + rule.shadowedOptions(in: tool)
  }

  /// Makes the plans; throws ``RuleProblems``, including those of the rule's text.
  mutating func make() throws(RuleProblems) -> (first: PipelinePlan, following: [PipelinePlan]) {
    let first = rule.stages.isEmpty ? nil : plan(rule.stages, sources: rule.sources, behind: 0)
    let following = rule.following.enumerated().map { place, stages in
      (stages, plan(stages, sources: [], behind: place + 1))
    }
    for (stages, next) in following {
      if let first, let next { check(next, behind: first, stages) }
    }
    let plans = ([first] + following.map(\.1)).compactMap(\.self)
    let needs = plans.flatMap(\.needs)
    for capability in Capability.allCases
    where !rule.requirements.contains(where: { $0.capability == capability }) {
      if let need = needs.first(where: { $0.capability == capability }) {
        problems.append(need.problem)
      }
    }
    guard problems.isEmpty, let first else { throw RuleProblems(problems) }
    return (first, following.compactMap(\.1))
  }

  private mutating func plan(
    _ stages: [StageCall], sources: [String], behind earlierPipelines: Int
  ) -> PipelinePlan? {
    do throws(RuleProblems) {
      return try builder.plan(
        stages, sources: sources, behind: earlierPipelines
      ) { function, fields in
        rule.problems(in: function, knowing: fields)
      }
    } catch {
      problems += error.problems
      return nil
    }
  }

  private mutating func check(
    _ next: PipelinePlan, behind first: PipelinePlan, _ stages: [StageCall]
  ) {
    func note(_ message: String, token: String) {
      problems.append(
        RuleProblem(path: path, line: stages.first?.line ?? 0, message: message, token: token))
    }
    // The user grants permissions for the first pipeline only.
    if next.input.isStandardInput
      || next.input.ownLibrary != first.input.ownLibrary
    {
      note(
        "a next pipeline reads the libraries of the first, as the first does", token: "source")
    }
    if first.observed != nil || next.observed != nil {
      note("a rule that observes has one pipeline", token: "observe")
    }
  }
}
