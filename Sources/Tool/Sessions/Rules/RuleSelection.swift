internal import LuaBridge
package import Pipeline

/// The options that select the assets of a rule with `options { selection = true }`: those of
/// `find`, whose command declares them.
package protocol SelectionVocabulary: Sendable {
  /// Returns the options in the order of the help, as they are typed and with their purpose.
  func help(in tool: Tool) -> [(usage: String, summary: String)]

  /// Returns the names of all options, without dashes.
  func names(in tool: Tool) -> [String]

  /// Returns true if a value follows the option, and nil for an unknown name.
  func takesValue(_ name: String, in tool: Tool) -> Bool?

  /// Returns the selection that options and their values mean; `libraries` are the run's.
  func selection(_ words: [String], in libraries: [String], of tool: Tool) throws -> RuleSelection
}

/// The selected assets of a rule: members of its `source`, and tables of filters behind it.
package struct RuleSelection {
  let source: [ArgumentMember]
  let filters: [[ArgumentMember]]

  package init(source: [ArgumentMember], filters: [[ArgumentMember]]) {
    self.source = source
    self.filters = filters
  }
}

extension LoadedRule {
  /// Narrows the rule's source, and adds filters behind it. Throws ``UsageProblem`` if the rule has
  /// no source, or the source has an option that the selection sets.
  mutating func select(_ selection: RuleSelection) throws(UsageProblem) {
    guard let place = stages.firstIndex(where: { $0.name == "source" }) else {
      throw UsageProblem("the rule has no source, so nothing can be selected")
    }
    let call = stages[place]
    var members: [ArgumentMember] = []
    if case .table(let given)? = call.arguments.first { members = given }
    if let own = members.first(where: { own in selection.source.contains { $0.name == own.name } })
    {
      throw UsageProblem("the rule itself says \(own.name) = \(LuaText.text(own.value))")
    }
    members += selection.source
    func stage(_ name: String, _ members: [ArgumentMember]) -> StageCall {
      StageCall(name: name, arguments: [.table(members)], line: call.line, path: call.path)
    }
    if !selection.source.isEmpty { stages[place] = stage(call.name, members) }
    stages.insert(contentsOf: selection.filters.map { stage("filter", $0) }, at: place + 1)
  }

  /// Returns the problems of options that can't be typed, as an option of every run or one that
  /// selects assets has their name.
  func shadowedOptions(by selection: [String]) -> [RuleProblem] {
    if options.isEmpty { return [] }
    let own = Set(RunRequest.ownOptions)
    return options.compactMap { option in
      let others =
        own.contains(option.flag)
        ? "every run has" : selection.contains(option.flag) ? "selects pictures" : nil
      return others.map { others in
        RuleProblem(
          path: path, line: optionsLine,
          message: "--\(option.flag) is an option that \(others), so \"\(option.name)\" needs"
            + " another name", token: option.name)
      }
    }
  }
}
