/// The stages that a rule may use, by the word that the rule calls them.
///
/// A value: tests and other programs make their own.
public struct StageRegistry: Sendable {
  private let types: [String: any Stage.Type]

  public init(_ types: [any Stage.Type]) {
    self.types = Dictionary(
      types.map { ($0.description.name, $0) },
      uniquingKeysWith: { first, _ in
        preconditionFailure("two stages are called \"\(first.description.name)\"")
      })
  }

  /// Every stage's description, in the order of the roles, then by name.
  public var descriptions: [StageDescription] {
    let rank = Dictionary(
      uniqueKeysWithValues: StageRole.allCases.enumerated().map { ($0.element, $0.offset) })
    return types.values.map { $0.description }.sorted { left, right in
      (rank[left.role] ?? 0, left.name) < (rank[right.role] ?? 0, right.name)
    }
  }

  public var names: [String] { types.keys.sorted() }

  /// Makes the stage that the rule called.
  ///
  /// - Returns: the stage, or everything that is wrong with the call.
  public func make(
    _ call: StageCall, rulePath: String, now: Instant
  ) -> Result<any Stage, RuleProblems> {
    guard let type = types[call.name] else {
      let problem = RuleProblem(
        path: rulePath, line: call.line, message: "no stage called \"\(call.name)\"",
        token: call.name, suggestion: NearestName.of(call.name, among: names))
      return .failure(RuleProblems([problem]))
    }
    var arguments = StageArguments(
      call, description: type.description, rulePath: rulePath, now: now)
    let stage = type.init(&arguments)
    let problems = arguments.finish()
    return problems.isEmpty ? .success(stage) : .failure(RuleProblems(problems))
  }
}
