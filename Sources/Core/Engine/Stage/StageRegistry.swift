/// The stages that a rule may use, by name.
///
/// It is a value: tests and other programs create their own.
public struct StageRegistry: Sendable {
  /// The definitions, in the order in which they were added.
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

  /// Returns the type of the stage of that name; nil for a plugin, or an unknown name.
  public func type(named name: String) -> (any Stage.Type)? {
    definition(named: name)?.type
  }

  /// Returns the definition of a stage; nil for an unknown name.
  package func definition(named name: String) -> StageDefinition? {
    definitions.first { $0.description.name == name }
  }

  /// The names of all stages, sorted.
  public var names: [String] { definitions.map(\.description.name).sorted() }

  /// Creates the stage of a call in a rule.
  ///
  /// - Parameters:
  ///   - fields: The fields that the rule knows so far, to which the stage adds its own.
  ///   - earlier: The calls of earlier stages.
  ///   - earlierPipelines: The number of the rule's pipelines that run before its own.
  /// - Returns: The stage, or all problems with the call.
  public func make(
    _ call: StageCall, rulePath: String, now: Instant, fields: inout FieldTable,
    behind earlier: [StageCall] = [], earlierPipelines: Int = 0
  ) -> Result<any StageWork, RuleProblems> {
    make(
      call, rulePath: rulePath, at: PlanMoment(now), fields: &fields, behind: earlier,
      earlierPipelines: earlierPipelines)
  }

  /// Creates the stage of a call; `moment` records if the stage depends on the time of planning.
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

/// A stage that rules may call: its description, and a function that creates it from a call's
/// options.
///
/// The definition of a built-in stage is derived from its type. That of a plugin is made from its
/// file.
public struct StageDefinition: Sendable {
  /// The description of the stage.
  public let description: StageDescription
  /// The type of a built-in stage; nil for a plugin's.
  package let type: (any Stage.Type)?
  /// The function in the rule's language that implements the stage; nil for other stages.
  package let function: FunctionReference?
  /// Creates the stage from the arguments of a call, to which it adds problems.
  package let make: @Sendable (inout StageArguments) -> any StageWork

  public init(_ type: any Stage.Type) {
    description = type.description
    function = nil
    self.type = type
    make = { type.init(&$0) }
  }

  package init(
    _ description: StageDescription, function: FunctionReference? = nil,
    make: @escaping @Sendable (inout StageArguments) -> any StageWork
  ) {
    self.description = description
    self.function = function
    type = nil
    self.make = make
  }
}
