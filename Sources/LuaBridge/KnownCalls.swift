internal import Engine

/// Leaves out of a rule's values what nobody knows, such as a call of a misspelt function.
///
/// Lua's side has it as a stage whose name is no stage's. It is reported by its name, so that what
/// depends on it is neither checked nor reported; everything beside it is.
struct KnownCalls {
  private let words: RuleWords
  /// Whether the rule read names that nobody knows: then a test such as `mediaType == "image"` became
  /// a `false` in a list, which is no mistake of its own.
  private let hasUnknownNames: Bool

  init(_ words: RuleWords, hasUnknownNames: Bool) {
    self.words = words
    self.hasUnknownNames = hasUnknownNames
  }

  /// A table of tests without `true` and `false` that stand in it as in a list.
  private func withoutTruths(_ value: ArgumentValue) -> ArgumentValue {
    guard hasUnknownNames else { return value }
    func isTruth(_ value: ArgumentValue) -> Bool {
      if case .flag = value { true } else { false }
    }
    return switch value {
    case .list(let values): .list(values.filter { !isTruth($0) })
    case .table(let members):
      .table(members.filter { !(Int($0.name) != nil && isTruth($0.value)) })
    default: value
    }
  }

  /// The stages of a pipeline: one with a misspelt name counts as the stage that was meant, so that
  /// what is in it is checked, and one that resembles none is left out.
  func stage(_ call: StageCall) -> StageCall? {
    var name = call.name
    if !isKnown(name) {
      guard let nearest = NearestName.of(name, among: words.callable),
        words.stages.contains(nearest)
      else { return nil }
      name = nearest
    }
    let arguments = call.arguments.compactMap { known($0) }.map(withoutTruths)
    return StageCall(
      name: name, arguments: arguments, line: call.line, path: call.path,
      isPartial: arguments != call.arguments)
  }

  /// Whether a call is that of `pipeline`, by its name or nearly so.
  func isPipeline(_ call: StageCall) -> Bool {
    call.name == "pipeline"
      || !isKnown(call.name) && NearestName.of(call.name, among: words.callable) == "pipeline"
  }

  func isKnown(_ name: String) -> Bool { name == "pipeline" || words.stages.contains(name) }

  /// Whether the names in a stage are labels.
  func areLabels(namesIn stage: String) -> Bool { words.labelling.contains(stage) }

  /// The value without what is not known; nil when nothing of it is.
  private func known(_ value: ArgumentValue) -> ArgumentValue? {
    switch value {
    case .flag, .integer, .number, .text, .function: value
    case .list(let values): .list(values.compactMap { known($0) })
    case .table(let members):
      .table(
        members.compactMap { member in
          known(member.value).map { ArgumentMember(member.name, $0) }
        })
    case .test(let call):
      call.arguments.compactMap { known($0) } == call.arguments ? value : nil
    case .stage(let call): isKnown(call.name) ? value : nil
    }
  }
}
