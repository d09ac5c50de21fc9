/// The stages that a rule may use, by the word that the rule calls them.
///
/// A value: tests and other programs make their own.
public struct StageRegistry: Sendable {
  package let types: [any Stage.Type]

  public init(_ types: [any Stage.Type]) {
    for (index, type) in types.enumerated() {
      let name = type.description.name
      precondition(
        !types[..<index].contains { $0.description.name == name },
        "two stages are called \"\(name)\"")
    }
    self.types = types
  }

  /// Every stage's description, in the order of the roles, then by name.
  public var descriptions: [StageDescription] {
    types.map { $0.description }.sorted { left, right in
      (left.role, left.name) < (right.role, right.name)
    }
  }

  public func type(named name: String) -> (any Stage.Type)? {
    types.first { $0.description.name == name }
  }

  public var names: [String] { types.map { $0.description.name }.sorted() }

  /// Makes the stage that the rule called.
  ///
  /// - Parameter fields: those that the rule knows so far; what the stage adds is added.
  /// - Returns: the stage, or everything that is wrong with the call.
  public func make(
    _ call: StageCall, rulePath: String, now: Instant, fields: inout FieldTable
  ) -> Result<any Stage, RuleProblems> {
    guard let type = type(named: call.name) else {
      let problem = RuleProblem(
        path: rulePath, line: call.line, message: "no stage called \"\(call.name)\"",
        token: call.name, suggestion: NearestName.of(call.name, among: names))
      return .failure(RuleProblems([problem]))
    }
    var arguments = StageArguments(
      call, description: type.description, rulePath: rulePath, now: now, fields: fields)
    let stage = type.init(&arguments)
    let problems = arguments.finish()
    fields = arguments.fields
    return problems.isEmpty ? .success(stage) : .failure(RuleProblems(problems))
  }
}
