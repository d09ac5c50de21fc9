/// The options of one stage call, read one by one and checked on the way.
///
/// A getter notes what is wrong and answers nil, so that a check finds all problems at once;
/// ``finish()`` adds a problem for each unknown option.
///
/// ```swift
/// init(_ arguments: inout StageArguments) {
///   digits = arguments.integer("round")
///   if digits > 15 { arguments.note("a number has no more than 15 digits", token: "round") }
/// }
/// ```
public struct StageArguments {
  package let rulePath: String
  package let line: Int
  /// For what depends on the moment of the run.
  let moment: PlanMoment
  /// The word of the stage.
  var stageName: String { description.name }
  /// What makes the stages that stand in options.
  let registry: StageRegistry?
  private let description: StageDescription
  private var members: [ArgumentMember] = []
  /// The options that were asked for.
  package private(set) var taken: [String] = []
  private var problems: [RuleProblem] = []
  /// How many pipelines of the rule run before the one that the stage stands in.
  package let earlierPipelines: Int
  /// The calls of the same stage that stand before this one.
  private let earlier: [StageCall]
  /// Whether nothing was left out of the call.
  private let isWhole: Bool
  /// The fields that the rule knows here: those of every rule, of the stages before, and this one's.
  public private(set) var fields: FieldTable
  /// The function that stands in place of a table, if one does.
  package private(set) var function: FunctionReference?
  /// The texts that stand beside the options.
  package private(set) var words: [String] = []

  package init(
    _ call: StageCall, description: StageDescription, rulePath: String, at moment: PlanMoment,
    fields: FieldTable, registry: StageRegistry? = nil, behind earlier: [StageCall] = [],
    earlierPipelines: Int = 0
  ) {
    self.earlierPipelines = earlierPipelines
    self.earlier = earlier
    self.registry = registry
    self.fields = fields
    self.rulePath = rulePath
    self.moment = moment
    line = call.line
    isWhole = !call.isPartial
    self.description = description
    take(call)
    for field in description.adds { _ = add(field) }
  }

  /// The texts of an option in the calls of the same stage that stand before this one, in order; nil
  /// where a call has none.
  package func earlierTexts(_ name: String) -> [String?] {
    earlier.map { call in
      guard case .table(let members)? = call.arguments.first,
        case .text(let text)? = members.last(where: { $0.name == name })?.value
      else { return nil }
      return text
    }
  }

  /// Adds a field to those that the stages behind know.
  ///
  /// - Returns: nil when it can't be added, which is then noted.
  package mutating func add(_ field: AddedField) -> Field? {
    do throws(FieldProblem) {
      return try fields.add(field)
    } catch {
      note(error.message, token: error.name)
      return nil
    }
  }

  /// Adds a field that comes with assets, so that no stage has to find it.
  package mutating func addGiven(_ field: AddedField) {
    do throws(FieldProblem) {
      try fields.addGiven(field)
    } catch {
      note(error.message, token: error.name)
    }
  }

  /// Makes predicates of the tests in a rule's tables.
  package var compiler: PredicateCompiler {
    PredicateCompiler(at: moment, rulePath: rulePath, line: line, fields: fields)
  }

  private mutating func take(_ call: StageCall) {
    if description.content == .words { return takeWords(call) }
    let takesFunction = description.content == .testsOrFunction
    let wanted = takesFunction ? "one table or one function" : "one table"
    guard call.arguments.count <= 1 else {
      note("\(call.name) takes \(wanted), not \(call.arguments.count) values", token: call.name)
      return
    }
    switch call.arguments.first {
    case nil: break
    case .table(let members): self.members = members
    case .list(let values) where values.isEmpty: break
    case .function(let function) where takesFunction: self.function = function
    case .some(let other):
      var remedy = ""
      if case .list(let values) = other, case .flag? = values.first {
        remedy = "; a table takes one =, as in mediaType = \"image\""
      }
      note("\(call.name) takes \(wanted), not \(other.kind)\(remedy)", token: call.name)
    }
  }

  private mutating func takeWords(_ call: StageCall) {
    guard call.arguments.count <= 1 else {
      note(
        "\(call.name) takes one list of texts, not \(call.arguments.count) values", token: call.name
      )
      return
    }
    switch call.arguments.first {
    case nil: break
    case .list(let values): takeWords(values, of: call)
    case .table(let members):
      self.members = members.filter { Int($0.name) == nil }
      let listed = members.filter { Int($0.name) != nil }
      takeWords(listed.sorted { (Int($0.name) ?? 0) < (Int($1.name) ?? 0) }.map(\.value), of: call)
    case .some(let other):
      note("\(call.name) takes a list of texts, not \(other.quoted)", token: call.name)
    }
  }

  private mutating func takeWords(_ values: [ArgumentValue], of call: StageCall) {
    for value in values {
      if case .text(let text) = value {
        words.append(text)
      } else {
        note("\(call.name) takes texts, not \(value.quoted)", token: call.name)
      }
    }
  }

  /// The members that are not named options: fields with tests, or labels.
  package mutating func takeContent() -> [ArgumentMember] {
    let names = description.options.map(\.name)
    let content = members.filter { !names.contains($0.name) }
    taken += content.map(\.name)
    return content
  }

  /// The value of an option, whatever it is; nil when the rule does not say.
  package mutating func take(_ name: String) -> ArgumentValue? {
    precondition(
      description.options.contains { $0.name == name }, "an option is described before it is read")
    taken.append(name)
    return members.first { $0.name == name }?.value
  }

  /// What holds where the rule says nothing, or something that is wrong.
  func fallback(_ name: String) -> ArgumentValue {
    guard let value = description.options.first(where: { $0.name == name })?.fallback else {
      preconditionFailure("the description of \"\(name)\" has no default")
    }
    return value
  }

  /// True if nothing was found wrong so far.
  public var isSound: Bool { isWhole && problems.isEmpty }

  /// Notes a problem with the stage; `token` is the word of the rule to point at.
  public mutating func note(_ message: String, token: String? = nil, suggestion: String? = nil) {
    problems.append(
      RuleProblem(
        path: rulePath, line: line, message: message, token: token, suggestion: suggestion))
  }

  package mutating func note(_ problem: RuleProblem) {
    problems.append(problem)
  }

  /// Notes that an option's value is not what the option takes.
  package mutating func noteWrongType(_ name: String, _ value: ArgumentValue) {
    guard let option = description.options.first(where: { $0.name == name }) else { return }
    note("\(name) takes \(option.type.summary), not \(value.quoted)", token: name)
  }

  /// All problems, those of options that do not exist included.
  package mutating func finish() -> [RuleProblem] {
    let known = description.options.map(\.name)
    for member in members where !taken.contains(member.name) && !known.contains(member.name) {
      note(
        "\(description.name) has no option called \"\(member.name)\"", token: member.name,
        suggestion: NearestName.of(member.name, among: known))
    }
    return problems
  }
}
