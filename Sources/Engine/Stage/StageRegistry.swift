/// The stages that a rule may use, by the word that the rule calls them.
///
/// A value: tests and other programs make their own.
public struct StageRegistry: Sendable {
  package let definitions: [StageDefinition]

  public init(_ types: [any Stage.Type]) {
    self.init(types.map { StageDefinition($0) })
  }

  package init(_ definitions: [StageDefinition]) {
    for (index, definition) in definitions.enumerated() {
      let name = definition.description.name
      precondition(
        !definitions[..<index].contains { $0.description.name == name },
        "two stages are called \"\(name)\"")
    }
    self.definitions = definitions
  }

  /// Every stage's description, in the order of the roles, then by name.
  public var descriptions: [StageDescription] {
    definitions.map(\.description).sorted { left, right in
      (left.role, left.name) < (right.role, right.name)
    }
  }

  /// The built-in stage of that name.
  public func type(named name: String) -> (any Stage.Type)? {
    definition(named: name)?.type
  }

  package func definition(named name: String) -> StageDefinition? {
    definitions.first { $0.description.name == name }
  }

  public var names: [String] { definitions.map(\.description.name).sorted() }

  /// Makes the stage that the rule called.
  ///
  /// - Parameters:
  ///   - fields: those that the rule knows so far; what the stage adds is added.
  ///   - earlier: the calls that stand before it.
  ///   - earlierPipelines: how many pipelines of the rule run before its own.
  /// - Returns: the stage, or everything that is wrong with the call.
  public func make(
    _ call: StageCall, rulePath: String, now: Instant, fields: inout FieldTable,
    behind earlier: [StageCall] = [], earlierPipelines: Int = 0
  ) -> Result<any StageWork, RuleProblems> {
    make(
      call, rulePath: rulePath, at: PlanMoment(now), fields: &fields, behind: earlier,
      earlierPipelines: earlierPipelines)
  }

  /// The same, for a moment that knows whether the stage depends on it.
  func make(
    _ call: StageCall, rulePath: String, at moment: PlanMoment, fields: inout FieldTable,
    behind earlier: [StageCall], earlierPipelines: Int
  ) -> Result<any StageWork, RuleProblems> {
    guard let definition = definition(named: call.name) else {
      let problem = RuleProblem(
        path: rulePath, line: call.line, message: "no stage called \"\(call.name)\"",
        token: call.name, suggestion: NearestName.of(call.name, among: names))
      return .failure(RuleProblems([problem]))
    }
    var arguments = StageArguments(
      call, description: definition.description, rulePath: rulePath, at: moment, fields: fields,
      registry: self, behind: earlier.filter { $0.name == call.name },
      earlierPipelines: earlierPipelines)
    let stage = definition.make(&arguments)
    let problems = arguments.finish()
    fields = arguments.fields
    return problems.isEmpty ? .success(stage) : .failure(RuleProblems(problems))
  }
}
