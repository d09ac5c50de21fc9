/// The options of one stage call, read one by one and checked on the way.
///
/// A getter adds a problem for a wrong value and returns nil, so that one check finds all problems.
/// ``finish()`` adds a problem for each unknown option.
///
/// ```swift
/// init(_ arguments: inout StageArguments) {
///   digits = arguments.integer("round")
///   if digits > 15 { arguments.note("a number has no more than 15 digits", token: "round") }
/// }
/// ```
public struct StageArguments {
  /// The file that contains the call.
  package let rulePath: String
  /// The line of the call in that file, from 1.
  package let line: Int
  let moment: PlanMoment
  var stageName: String { description.name }
  let registry: StageRegistry?
  private let description: StageDescription
  private var members: [ArgumentMember] = []
  /// The names of the options that were read.
  package private(set) var taken: [String] = []
  private var problems: [RuleProblem] = []
  /// The number of the rule's pipelines that run before the stage's own.
  package let earlierPipelines: Int
  private let earlier: [StageCall]
  private let isWhole: Bool
  /// The fields that the rule knows at this stage: those of every rule, of earlier stages, and of
  /// this one.
  public private(set) var fields: FieldTable
  /// The function that the rule gives instead of a table of tests; nil for none.
  package private(set) var function: FunctionReference?
  /// The texts in the call that are not options, such as a program's arguments.
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

  /// Returns an option's text in each earlier call of the stage, in order; nil without one.
  package func earlierTexts(_ name: String) -> [String?] {
    earlier.map { call in
      guard case .table(let members)? = call.arguments.first,
        case .text(let text)? = members.last(where: { $0.name == name })?.value
      else { return nil }
      return text
    }
  }

  /// Adds a field, which later stages then know; returns nil and adds a problem if it can't.
  package mutating func add(_ field: AddedField) -> Field? {
    do throws(FieldProblem) {
      return try fields.add(field)
    } catch {
      note(error.message, token: error.name)
      return nil
    }
  }

  /// Adds a field that assets from the source already have; adds a problem if it can't.
  package mutating func addGiven(_ field: AddedField) {
    do throws(FieldProblem) {
      try fields.addGiven(field)
    } catch {
      note(error.message, token: error.name)
    }
  }

  /// The compiler of the tests in a rule's tables.
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

  /// Returns the arguments that are not named options: fields with tests, or labels.
  package mutating func takeContent() -> [ArgumentMember] {
    let names = description.options.map(\.name)
    let content = members.filter { !names.contains($0.name) }
    taken += content.map(\.name)
    return content
  }

  /// Returns the value of an option, of any type; nil if the rule does not set it.
  package mutating func take(_ name: String) -> ArgumentValue? {
    precondition(
      description.options.contains { $0.name == name }, "an option is described before it is read")
    taken.append(name)
    return members.first { $0.name == name }?.value
  }

  func fallback(_ name: String) -> ArgumentValue {
    guard let value = description.options.first(where: { $0.name == name })?.fallback else {
      preconditionFailure("the description of \"\(name)\" has no default")
    }
    return value
  }

  /// True if no problem was found so far.
  public var isSound: Bool { isWhole && problems.isEmpty }

  /// Adds a problem with the stage; `token` is the text in the rule to mark in the message.
  public mutating func note(
    _ message: String, token: String? = nil, suggestion: String? = nil, excerpt: Excerpt? = nil
  ) {
    problems.append(
      RuleProblem(
        path: rulePath, line: line, message: message, token: token, suggestion: suggestion,
        excerpt: excerpt))
  }

  /// Adds a problem that was found elsewhere, such as in a nested stage.
  package mutating func note(_ problem: RuleProblem) {
    problems.append(problem)
  }

  /// Adds the problem that an option's value has the wrong type.
  package mutating func noteWrongType(_ name: String, _ value: ArgumentValue) {
    guard let option = description.options.first(where: { $0.name == name }) else { return }
    note("\(name) takes \(option.type.summary), not \(value.quoted)", token: name)
  }

  /// Returns all problems, including unknown options.
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
