internal import LuaBridge
package import Pipeline

/// The options that select the assets of a rule with `options { selection = true }`: those of
/// `find`, whose command declares them.
package protocol SelectionVocabulary: Sendable {
  /// Returns the options that a rule's help lists: those that choose what is looked at, and those
  /// about the results.
  func shownInputs(in tool: Tool) -> (pictures: [CommandInput], results: [CommandInput])

  /// Returns all options.
  func inputs(in tool: Tool) -> [CommandInput]

  /// Returns true if an option behind others ends a group of alternatives that one of them began.
  func endsGroup(_ name: String, behind words: [String]) -> Bool

  /// Returns the selection that options and their values mean; `libraries` are the run's.
  func selection(_ words: [String], in libraries: [String], of tool: Tool) throws -> RuleSelection
}

/// The selected assets of a rule: members of its `source`, tables of filters that choose the assets
/// to look at, and the order and number of the results.
package struct RuleSelection {
  let source: [ArgumentMember]
  let filters: [[ArgumentMember]]
  let results: [ArgumentMember]
  /// The libraries that the filters name.
  let libraries: [String]
  /// True if the number of results is printed, and no result.
  let countsAll: Bool

  /// True if it leaves out assets, or takes what is usually left out.
  var narrows: Bool {
    !source.isEmpty || filters.contains { !$0.isEmpty }
      || results.contains { $0.name == "limit" || $0.name == "offset" }
  }

  package init(
    source: [ArgumentMember], filters: [[ArgumentMember]], results: [ArgumentMember],
    libraries: [String], countsAll: Bool
  ) {
    self.libraries = libraries
    self.countsAll = countsAll
    self.source = source
    self.filters = filters
    self.results = results
  }
}

extension LoadedRule {
  /// Selects the assets that the command line's options name, and returns the selection; nil without
  /// such options.
  mutating func select(
    _ arguments: RuleArguments, in libraries: [String], of tool: Tool
  ) throws -> RuleSelection? {
    if arguments.selection.isEmpty { return nil }
    let selection = try tool.selection?.selection(arguments.selection, in: libraries, of: tool)
    if let selection { try select(selection, in: tool.components(of: self).stages) }
    return selection
  }

  /// Narrows the rule's source, and adds filters where the rule says; else those that choose assets
  /// behind the source, and those of the results behind the last stage that chooses among assets.
  /// Throws ``UsageProblem`` if the rule has no source, the source has an option that the selection
  /// sets, or results are to be counted of a rule that acts.
  private mutating func select(
    _ selection: RuleSelection, in registry: StageRegistry
  ) throws(UsageProblem) {
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
    // The later place first, so that the other one stays what it is.
    let added = [
      (placeOfResults(selection.results, in: registry), [selection.results]),
      (self.place(of: .selection) ?? place + 1, selection.filters),
    ].sorted { $0.0 > $1.0 }
    for (place, tables) in added {
      stages.insert(
        contentsOf: tables.filter { !$0.isEmpty }.map { stage("filter", $0) }, at: place)
    }
    guard selection.countsAll else { return }
    if let other = (stages + following.joined()).first(where: { acts($0, in: registry) }) {
      throw UsageProblem(
        "--count counts what a rule lists, and this one has the stage \"\(other.name)\"; leave out one"
          + " of them")
    }
    stages.append(stage("count", [ArgumentMember("sums", .flag(false))]))
  }

  /// Returns true for a stage that does more than to choose among assets, or to load them.
  private func acts(_ call: StageCall, in registry: StageRegistry) -> Bool {
    let role = registry.definition(named: call.name)?.description.role
    return role.map { [.observe, .notify, .act].contains($0) } ?? false
  }

  /// Returns the index behind the filter that marks a place; nil if none does.
  private func place(of place: FilterPlace) -> Int? {
    let mark = ArgumentMember(FilterPlace.option, .text(place.rawValue))
    let found = stages.firstIndex { call in
      guard call.name == "filter", case .table(let members)? = call.arguments.first else {
        return false
      }
      return members.contains { $0.name == mark.name && $0.value == mark.value }
    }
    return found.map { $0 + 1 }
  }

  private func placeOfResults(_ results: [ArgumentMember], in registry: StageRegistry) -> Int {
    if let place = place(of: .results) { return place }
    func role(_ call: StageCall) -> StageRole? {
      registry.definition(named: call.name)?.description.role
    }
    var end = stages.firstIndex { acts($0, in: registry) } ?? stages.endIndex
    // What stages add to assets may be sorted by; else it is added to the results alone.
    let sorts = results.contains { $0.name == "sortedBy" }
    let passive: [StageRole] = sorts ? [.load] : [.load, .classify, .map]
    while end > 1, let role = role(stages[end - 1]), passive.contains(role) { end -= 1 }
    return end
  }

  /// Returns the problems of options that can't be typed, as an option of every run or one that
  /// selects assets has their name.
  func shadowedOptions(in tool: Tool) -> [RuleProblem] {
    if options.isEmpty { return [] }
    let vocabulary = declared.takesSelection ? tool.selection : nil
    // A rule may have its own option --count, and one that ends a group, as that is within groups.
    let selection = (vocabulary?.inputs(in: tool) ?? []).map { String($0.names[0].dropFirst(2)) }
      .filter { $0 != "count" && vocabulary?.endsGroup($0, behind: ["--any"]) != true }
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
