internal import Engine

/// A check that a stage accepts what its description says, and nothing else.
struct DescriptionCheck {
  let bench: ContractRunner

  private var description: StageDescription { bench.definition.description }
  private var name: String { description.name }

  func violations() -> [String] {
    words + fields + example + options.flatMap(violations) + unread + unknown
  }

  private var options: [OptionDescription] { description.options }

  private var words: [String] {
    var violations: [String] = []
    let texts =
      [description.summary] + options.map(\.summary)
      + (description.adds + description.mayAdd).map(\.summary)
    for text in texts where text.isEmpty || text.hasSuffix(".") {
      violations.append("the summary \"\(text)\" is empty or ends with a full stop")
    }
    for (place, option) in options.enumerated() {
      if options[..<place].contains(where: { $0.name == option.name }) {
        violations.append("describes the option \"\(option.name)\" twice")
      }
    }
    if description.role != .source,
      options.contains(where: { $0.name == OptionDescription.condition.name })
    {
      violations.append("describes \"when\", which every stage has")
    }
    return violations
  }

  private var fields: [String] {
    var table = FieldTable()
    return (description.adds + description.mayAdd).compactMap { field in
      do throws(FieldProblem) {
        _ = try table.add(field)
        return nil
      } catch {
        return error.message
      }
    }
  }

  private var example: [String] {
    refusal(of: description.example).map { ["the example is refused: \($0)"] } ?? []
  }

  /// Returns the reason why a call is refused; nil if it is accepted.
  private func refusal(of text: String) -> String? {
    do {
      _ = try bench.trial(text)
      return nil
    } catch let problems as RuleProblems {
      return problems.problems.map(\.message).joined(separator: "; ")
    } catch let problem as RuleProblem {
      return problem.message
    } catch {
      return "\(error)"
    }
  }

  private func violations(of option: OptionDescription) -> [String] {
    let wrong = option.type == .flag ? "\"maybe\"" : "true"
    if refusal(of: "\(name) { \(option.name) = \(wrong) }") == nil {
      return ["takes \(wrong) for \"\(option.name)\", which takes \(option.type.summary)"]
    }
    guard let standard = option.standard else { return [] }
    do {
      let calls = try bench.load("\(name) { \(option.name) = \(standard) }").calls
      guard case .table(let members)? = calls.last?.arguments.first, members.count == 1 else {
        return ["the default of \"\(option.name)\" is no value: \(standard)"]
      }
      return try difference(of: option, members[0])
    } catch let problem as RuleProblem {
      return ["the default of \"\(option.name)\" is no value: \(problem.message)"]
    } catch {
      return ["the default of \"\(option.name)\" does not work: \(error)"]
    }
  }

  /// Returns a violation if the example works differently with the default than without the option.
  private func difference(
    of option: OptionDescription, _ standard: ArgumentMember
  ) throws -> [String] {
    let (calls, functions) = try bench.load(description.example)
    guard let call = calls.last, let members = call.members else { return [] }
    let others = members.filter { $0.name != option.name }
    guard let silent = try? bench.trial(call.with(others), functions) else {
      // The option is required.
      return []
    }
    let spoken = call.with(others + [standard])
    // The option concerns only albums, and samples are assets.
    if bench.read(spoken).stage.traits.albums.option == option.name { return [] }
    let outspoken: ContractRunner.PreparedStage
    do {
      outspoken = try bench.trial(spoken, functions)
    } catch let problems as RuleProblems {
      let reasons = problems.problems.map(\.message).joined(separator: "; ")
      return ["the default of \"\(option.name)\" is refused: \(reasons)"]
    }
    guard let transform = silent.transform, transform.traits.observation.since == nil,
      silent.plan.programs.isEmpty
    else { return [] }
    if try bench.records(of: silent, lanes: 1) == bench.records(of: outspoken, lanes: 1) {
      return []
    }
    return ["works in another way without \"\(option.name)\" than with its default"]
  }

  private var unread: [String] {
    var taken: Set<String> = []
    for text in ["\(name) {}", description.example] + options.map({ plausible($0) }) {
      guard let call = try? bench.load(text).calls.last else { continue }
      taken.formUnion(bench.read(call).taken)
    }
    return options.filter { !taken.contains($0.name) }.map {
      "describes the option \"\($0.name)\" and never reads it"
    }
  }

  private func plausible(_ option: OptionDescription) -> String {
    let value =
      switch option.type {
      case .flag: "true"
      case .integer, .number: "1"
      case .text: "\"text\""
      case .duration: "\"1s\""
      case .date: "\"2024-12-31\""
      case .textOrFunction: "\"text\""
      case .texts: "{ \"text\" }"
      case .choice(let names), .choiceOrFunction(let names): "\"\(names.first ?? "")\""
      case .size: "{ 10, 10 }"
      case .tests: "{ mediaType = \"image\" }"
      case .alternatives: "{ { mediaType = \"image\" } }"
      case .fields: "{ mood = \"text\" }"
      case .actions: "{ open = \"Open\" }"
      case .namedTexts: "{ title = \"text\" }"
      }
    return "\(name) { \(option.name) = \(value) }"
  }

  private var unknown: [String] {
    switch description.content {
    case .labels, .words: return []
    case .options, .testsOrFunction:
      let isRefused = refusal(of: "\(name) { noOptionHasThisName = true }") != nil
      return isRefused ? [] : ["takes an option that it does not describe"]
    }
  }
}

extension StageCall {
  var members: [ArgumentMember]? {
    switch arguments.first {
    case nil: []
    case .table(let members)?: members
    case .list(let values)? where values.isEmpty: []
    default: nil
    }
  }

  func with(_ members: [ArgumentMember]) -> StageCall {
    StageCall(
      name: name, arguments: [.table(members.sorted { $0.name < $1.name })], line: line,
      path: path)
  }
}
