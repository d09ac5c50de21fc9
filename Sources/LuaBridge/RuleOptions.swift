internal import Engine

/// The options of a rule, with the values that the command line gave.
struct RuleOptions {
  private(set) var all: [RuleOption] = []

  init() {}

  /// Reads the table given to `options` and applies what the command line gave.
  init(_ table: ArgumentValue, overrides: [OptionOverride]) throws(RuleOptionProblem) {
    let members: [ArgumentMember]
    switch table {
    case .table(let named): members = named
    case .list([]): members = []
    default:
      throw RuleOptionProblem(
        message: "options takes names: options { window = \"30s\" }", token: "options")
    }
    for member in members {
      let option = try RuleOption.declared(by: member)
      if let twin = all.first(where: { $0.flag == option.flag }) {
        throw RuleOptionProblem(
          message: "options \"\(twin.name)\" and \"\(option.name)\" are both --\(option.flag)",
          token: option.name)
      }
      all.append(option)
    }
    try apply(overrides)
  }

  /// Sets the options that the command line names.
  mutating func apply(_ overrides: [OptionOverride]) throws(RuleOptionProblem) {
    for override in overrides {
      guard let place = all.firstIndex(where: { override.names($0) }) else {
        let nearest = NearestName.of(override.name, among: all.map(\.flag))
        throw RuleOptionProblem(
          message: "the rule has no option --\(override.name)", token: nil,
          suggestion: nearest.map { "--\($0)" })
      }
      all[place].value = try all[place].parsed(override.text)
    }
  }
}

extension OptionOverride {
  fileprivate func names(_ option: RuleOption) -> Bool {
    name == option.flag || name == option.name
  }
}
