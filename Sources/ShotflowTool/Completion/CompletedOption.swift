internal import LuaBridge
internal import Pipeline
internal import Shells

/// An option that may stand on a command line, whoever declares it: the command, a rule, or a field.
struct CompletedOption {
  /// With their dashes; the first is offered.
  let names: [String]
  let summary: String
  /// Nil for a flag.
  let value: CompletedValue?
  let isRepeating: Bool
  /// Whether its value may begin with a dash.
  let takesDashes: Bool

  init(_ option: CommandShape.Option, in tool: Tool) {
    names = option.names
    summary = option.summary
    value = option.valueName.map { name in
      option.choices.isEmpty
        ? CompletedValue(option: option.names.first ?? "", valueName: name, in: tool)
        : .words(option.choices.map { Candidate($0) })
    }
    isRepeating = option.isRepeating
    takesDashes = false
  }

  /// An option that a rule declares; a boolean one gives two.
  static func options(of option: RuleOption) -> [CompletedOption] {
    let summary = option.help ?? ""
    guard option.kind != .boolean else {
      return [
        CompletedOption("--\(option.flag)", summary, nil),
        CompletedOption("--no-\(option.flag)", "not: \(summary)", nil),
      ]
    }
    let choices = option.choices.map { CompletedValue.words($0.map { Candidate($0) }) }
    let value = choices ?? CompletedValue(ruleOption: option.flag)
    return [
      CompletedOption("--\(option.flag)", summary, option.kind == .list ? .list(value) : value)
    ]
  }

  /// An option of `find`.
  init(_ flag: FindFlag) {
    self.init(
      "--\(flag.name)", flag.summary, flag.valueName == nil ? nil : CompletedValue(flag),
      isRepeating: true)
  }

  init(
    _ name: String, _ summary: String, _ value: CompletedValue?, isRepeating: Bool = false
  ) {
    names = [name]
    self.summary = summary
    self.value = value
    self.isRepeating = isRepeating
    takesDashes = true
  }

  var candidate: Candidate {
    // The first sentence says enough.
    Candidate(names[0], summary.components(before: ". "))
  }
}

extension String {
  fileprivate func components(before end: String) -> String {
    let first = firstRange(of: end).map { self[..<$0.lowerBound] } ?? self[...]
    return String(first.last == "." ? first.dropLast() : first)
  }
}
