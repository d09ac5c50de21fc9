internal import Engine

/// A filter that removes unknown calls, such as of a misspelt function, from a rule's values. The
/// Lua side represents such a call as a stage with an unknown name. That name is reported; only the
/// values that depend on it are not checked.
struct UnknownCallFilter {
  let words: RuleVocabulary
  /// True if the rule has an unknown name; a test such as `mediaType == "image"` then became
  /// `false`, which is no separate mistake.
  let hasUnknownNames: Bool

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

  /// Returns the call without unknown arguments, its name corrected; nil if that resembles none.
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

  func isPipeline(_ call: StageCall) -> Bool {
    call.name == "pipeline"
      || !isKnown(call.name) && NearestName.of(call.name, among: words.callable) == "pipeline"
  }

  func isKnown(_ name: String) -> Bool { name == "pipeline" || words.stages.contains(name) }

  func areLabels(namesIn stage: String) -> Bool { words.labelling.contains(stage) }

  /// Returns the value without unknown calls; nil if nothing remains.
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
