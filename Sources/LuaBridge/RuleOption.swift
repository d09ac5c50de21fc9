/// An option that a rule declares with `options { … }`, and its value in this run.
public struct RuleOption: Sendable, Hashable {
  /// The kind of value that the option takes.
  public enum Kind: String, CaseIterable, Sendable {
    case duration, number, text, boolean, list

    /// How messages and help name what the option takes.
    public var summary: String {
      switch self {
      case .duration: "a duration such as 30s, 2m or 1h30m"
      case .number: "a number"
      case .text: "a text"
      case .boolean: "true or false"
      case .list: "a list such as a,b"
      }
    }
  }

  /// The name in the rule, such as `dismissAfter`.
  public let name: String
  public let kind: Kind
  /// Nil for an option that has to be set: `options { to = required("where to") }`.
  public let defaultValue: RuleOptionValue?
  public let help: String?
  /// Every text that the option, or each member of a list, can be; nil for any.
  public let choices: [String]?
  /// The bounds of a number; nil for any number.
  let bounds: NumberBounds?
  /// The value in this run: the default, or what the command line gave; nil when it still has to be
  /// set.
  public internal(set) var value: RuleOptionValue?

  /// The name on the command line, without dashes: `dismiss-after`.
  public var flag: String { Self.flag(of: name) }

  init(
    name: String, defaultValue: RuleOptionValue, help: String?, choices: [String]? = nil,
    bounds: NumberBounds? = nil
  ) {
    self.name = name
    self.choices = choices
    self.bounds = bounds
    self.defaultValue = defaultValue
    self.help = help
    value = defaultValue
    kind =
      switch defaultValue {
      case .duration: .duration
      case .integer, .number: .number
      case .text: .text
      case .boolean: .boolean
      case .list: .list
      }
  }

  /// An option without a default, which the command line has to set.
  init(requiredNamed name: String, kind: Kind, help: String?, choices: [String]? = nil) {
    self.name = name
    self.kind = kind
    self.help = help
    self.choices = choices
    bounds = nil
    defaultValue = nil
  }

  /// How messages and help name what the option takes.
  public var summary: String {
    guard let choices else {
      return (takesWholeNumber ? "a whole number" : kind.summary) + (bounds?.summary ?? "")
    }
    let all = choices.joined(separator: ", ")
    return kind == .list ? "one or more of \(all), with commas between" : "one of \(all)"
  }

  /// Whether the option is a count: its default is one, written without a point.
  var takesWholeNumber: Bool {
    if case .integer = defaultValue { true } else { false }
  }

  static func flag(of name: String) -> String {
    var flag = ""
    for character in name {
      if character == "_" {
        flag += "-"
      } else if character.isUppercase {
        if !flag.isEmpty && flag.last != "-" { flag += "-" }
        flag += character.lowercased()
      } else {
        flag.append(character)
      }
    }
    return flag
  }
}
