internal import LuaBridge
internal import Pipeline
internal import Platform

/// The options that the configuration file sets for one rule.
package struct RuleConfiguration {
  private let options: [ArgumentMember]
  private let configuration: Configuration
  private let name: String

  /// Selects the settings of a rule; nil without any.
  init?(_ configuration: Configuration, of subject: RuleSubject) {
    guard case .word(let name, _) = subject, RuleFolders.isName(name) else { return nil }
    self.init(configuration, ofRule: name)
  }

  init?(_ configuration: Configuration, ofRule name: String) {
    guard let rule = configuration.rules.first(where: { $0.name == name }) else { return nil }
    options = rule.options
    self.configuration = configuration
    self.name = name
  }

  /// Returns the configured values of options that the command line does not give. Throws
  /// ``ConfigurationProblem`` for an unknown option or an invalid value.
  func overrides(
    of known: [RuleOption], besides given: [OptionOverride]
  ) throws(ConfigurationProblem) -> [OptionOverride] {
    var overrides: [OptionOverride] = []
    for member in options {
      guard let option = known.first(where: { $0.name == member.name || $0.flag == member.name })
      else {
        throw configuration.problem(
          "the rule \"\(name)\" has no option \"\(member.name)\"", member.name,
          suggestion: NearestName.of(member.name, among: known.map(\.name)))
      }
      guard let text = Self.text(member.value) else {
        throw configuration.problem(
          "\(member.name) takes \(option.summary), not \(member.value.kind)", member.name)
      }
      if let objection = option.objection(to: text) {
        throw configuration.problem(objection, member.name)
      }
      if !given.contains(where: { $0.name == option.flag }) {
        overrides.append(OptionOverride(option.flag, text))
      }
    }
    return overrides
  }

  /// Returns a value as it is typed on the command line; nil if that is impossible.
  private static func text(_ value: ArgumentValue) -> String? {
    switch value {
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list:
      value.texts.map { texts in
        texts.map { $0.escaping([",": "\\,"]) }.joined(separator: ",")
      }
    case .table, .test, .function, .stage: nil
    }
  }
}
