internal import Engine

/// The checked result of a rule: its stages in order and its description.
struct ParsedPipeline {
  private(set) var stages: [StageCall] = []
  private(set) var about: String?
  private(set) var wants = RuleRequirements()
  private(set) var following: [[StageCall]] = []
  private(set) var problems: [RuleProblem] = []
  /// The names of fields that calls with an unknown value may add; nil if there is no such call.
  private(set) var unsureNames: Set<String>?
  private let calls: UnknownCallFilter
  private let path: String

  init(_ value: ArgumentValue, path: String, calls: UnknownCallFilter) {
    self.path = path
    self.calls = calls
    guard case .stage(let pipeline) = value, calls.isPipeline(pipeline) else {
      problems.append(RuleProblem(path: path, line: 0, message: "a rule returns pipeline { … }"))
      return
    }
    read(pipeline)
  }

  init(path: String, calls: UnknownCallFilter) {
    self.path = path
    self.calls = calls
  }

  private mutating func read(_ pipeline: StageCall) {
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
    default:
      problems.append(problem("pipeline takes one list of stages: pipeline { source { … }, … }"))
      return
    }
    for member in members {
      switch (member.name, member.value) {
      case (let place, let value) where Int(place) != nil:
        if let other = append(value) {
          problems.append(problem("a pipeline holds stages; number \(place) is \(other)"))
        }
      case ("about", .text(let text)): about = text
      case ("wants", let value):
        do throws(RuleProblem) {
          wants = try RuleRequirements(value, problem: problem)
        } catch {
          problems.append(error)
        }
      case ("next", .stage(let stage)) where stage.name == "pipeline":
        let next = ParsedPipeline(member.value, path: path, calls: calls)
        problems += next.problems
        if let names = next.unsureNames { unsureNames = (unsureNames ?? []).union(names) }
        if next.about != nil || next.wants != RuleRequirements() {
          problems.append(
            problem("about and wants stand in the rule's first pipeline", token: "next"))
        }
        following = [next.stages] + next.following
      case ("next", .stage(let stage)) where !calls.isKnown(stage.name): break
      case ("next", let other):
        problems.append(problem("next is a pipeline { … }, not \(other.kind)", token: "next"))
      case ("about", .stage(let stage)) where !calls.isKnown(stage.name): break
      case ("about", _):
        problems.append(problem("about is a text, not \(member.value.kind)", token: "about"))
      case (let name, _):
        problems.append(
          problem(
            "pipeline has no member \"\(name)\"", token: name,
            nearest: NearestName.of(name, among: ["about", "wants", "next"])))
      }
    }
    if !members.contains(where: { Int($0.name) != nil }) {
      problems.append(problem("the pipeline has no stages"))
    }
  }

  /// Appends a stage, or those of a list; returns nil, or the kind of a value that is no stage.
  private mutating func append(_ value: ArgumentValue) -> String? {
    switch value {
    case .stage(let stage) where stage.name != "pipeline":
      let known = calls.stage(stage)
      if let known { stages.append(known) }
      if known?.isPartial ?? true {
        let names = stage.arguments.flatMap(\.memberNames)
        // A known stage adds fields with its labels, or with its option `fields`.
        let mayAdd =
          known == nil || calls.areLabels(namesIn: stage.name) || names.contains("fields")
        unsureNames = (unsureNames ?? []).union(mayAdd ? names : [])
      }
      return nil
    case .list(let values):
      for value in values {
        if let other = append(value) { return "a list with \(other)" }
      }
      return nil
    default:
      return value.kind
    }
  }

  var functions: [RuleFunction] {
    var found: [RuleFunction] = []
    func collect(_ value: ArgumentValue, _ stage: String, _ name: String) {
      switch value {
      case .function(let reference):
        found.append(
          RuleFunction(
            reference: reference, stage: stage, name: name,
            use: calls.areLabels(namesIn: stage) ? .label : .option))
      case .list(let values): for value in values { collect(value, stage, name) }
      case .table(let members): for member in members { collect(member.value, stage, member.name) }
      case .test(let call): for value in call.arguments { collect(value, stage, name) }
      case .stage(let call): for value in call.arguments { collect(value, stage, name) }
      case .flag, .integer, .number, .text: break
      }
    }
    for stage in stages + following.joined() {
      for value in stage.arguments { collect(value, stage.name, "") }
    }
    return found.sorted { $0.reference.index < $1.reference.index }
  }
}

struct RuleFunction {
  let reference: FunctionReference
  let stage: String
  /// The name in the stage's table; empty for a function that is the stage's only argument.
  let name: String
  let use: Use
  var resultCount = 1
  /// The place in the rule that called a plugin; empty for a function of the rule.
  var usedAt = ""
  /// The file of the function's plugin; nil for a function of the rule.
  var path: String?

  enum Use {
    case label, option, plugin
  }

  /// The beginning and the end of a message about an invalid result of the function.
  var wrongResult: (subject: String, remedy: String) {
    switch use {
    case .label:
      ("the label \"\(name)\"", "return a text, a number, true, false or a list of texts")
    case .option: ("the result of the function of \(name)", "return a number, true or false")
    case .plugin:
      (
        "the result of \(name)",
        "return a text, a number, true, false or a list of texts for each field"
      )
    }
  }
}
