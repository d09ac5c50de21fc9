internal import Pipeline

/// What a rule returned: its stages in order and what it says of itself.
struct RuleStages {
  var stages: [StageCall] = []
  var about: String?
  var wants = RuleWants()

  /// Checks the value of `pipeline { … }`.
  init(_ value: ArgumentValue, path: String) throws(RuleProblem) {
    guard case .stage(let pipeline) = value else {
      throw RuleProblem(path: path, line: 0, message: "a rule returns pipeline { … }")
    }
    func problem(_ message: String, token: String = "pipeline", nearest: String? = nil)
      -> RuleProblem
    {
      RuleProblem(
        path: path, line: pipeline.line, message: message, token: token, suggestion: nearest)
    }
    let members: [ArgumentMember]
    switch pipeline.arguments.count == 1 ? pipeline.arguments.first : nil {
    case .list(let listed):
      members = listed.enumerated().map { ArgumentMember("\($0.offset + 1)", $0.element) }
    case .table(let named): members = named
    default: throw problem("pipeline takes one list of stages: pipeline { source { … }, … }")
    }
    for member in members {
      switch (member.name, member.value) {
      case (let place, .stage(let stage)) where Int(place) != nil && stage.name != "pipeline":
        stages.append(stage)
      case ("about", .text(let text)): about = text
      case ("wants", let value): wants = try RuleWants(value, problem: problem)
      case ("about", _):
        throw problem("about is a text, not \(member.value.kind)", token: "about")
      case (let place, let other) where Int(place) != nil:
        throw problem("a pipeline holds stages; number \(place) is \(other.kind)")
      case (let name, _):
        throw problem(
          "pipeline has no member \"\(name)\"", token: name,
          nearest: NearestName.of(name, among: ["about", "wants"]))
      }
    }
    if stages.isEmpty { throw problem("the pipeline has no stages") }
  }

  /// The functions in the order of their numbers, with the stages that they belong to.
  var functions: [(reference: FunctionReference, stage: String)] {
    var found: [(reference: FunctionReference, stage: String)] = []
    func collect(_ values: [ArgumentValue], _ stage: String) {
      for value in values {
        switch value {
        case .function(let reference): found.append((reference, stage))
        case .list(let values): collect(values, stage)
        case .table(let members): collect(members.map(\.value), stage)
        case .test(let call): collect(call.arguments, stage)
        case .stage(let call): collect(call.arguments, stage)
        case .flag, .integer, .number, .text: break
        }
      }
    }
    for stage in stages { collect(stage.arguments, stage.name) }
    return found
  }
}
