/// An option that a rule declares with `options { … }`, and its value in this run.
public struct RuleOption: Sendable, Hashable {
  /// The kind of value that the option takes.
  public enum Kind: String, CaseIterable, Sendable {
    case duration, number, text, boolean, list
    /// A text; a path of the command line that is relative begins at the working folder.
    case folder

    /// The value that the option takes, as messages and help describe it.
    public var summary: String {
      switch self {
      case .duration: "a duration such as 30s, 2m or 1h30m"
      case .number: "a number"
      case .text: "a text"
      case .boolean: "true or false"
      case .list: "a list such as a,b"
      case .folder: "a folder"
      }
    }
  }

  /// The name in the rule, such as `dismissAfter`.
  public let name: String
  public let kind: Kind
  /// The default; nil for an option that has to be set: `options { to = required("where to") }`.
  public let defaultValue: RuleOptionValue?
  /// The description for the user; nil if the rule has none.
  public let help: String?
  /// All texts that the option, or each member of a list, can be; nil for any text.
  public let choices: [String]?
  let bounds: NumberBounds?
  /// The value in this run, from the default or the command line; nil if it still has to be set.
  public internal(set) var value: RuleOptionValue?

  /// The name on the command line, without dashes: `dismiss-after`.
  public var flag: String { Self.flag(of: name) }

  init(
    name: String, defaultValue: RuleOptionValue, help: String?, choices: [String]? = nil,
    bounds: NumberBounds? = nil, isFolder: Bool = false
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
      case .text: isFolder ? .folder : .text
      case .boolean: .boolean
      case .list: .list
      }
  }

  init(requiredNamed name: String, kind: Kind, help: String?, choices: [String]? = nil) {
    self.name = name
    self.kind = kind
    self.help = help
    self.choices = choices
    bounds = nil
    defaultValue = nil
  }

  /// The value that the option takes, as messages and help describe it.
  public var summary: String {
    guard let choices else {
      return (takesWholeNumber ? "a whole number" : kind.summary) + (bounds?.summary ?? "")
    }
    let all = choices.joined(separator: ", ")
    return kind == .list ? "one or more of \(all), with commas between" : "one of \(all)"
  }

  var takesWholeNumber: Bool {
    if case .integer = defaultValue { true } else { false }
  }

  /// Returns a name as the command line spells it: `dismissAfter` is `dismiss-after`, `isRAW` is
  /// `is-raw`.
  package static func flag(of name: String) -> String {
    var flag = ""
    var isBehindSmall = false
    for character in name {
      if character.isUppercase, isBehindSmall { flag += "-" }
      isBehindSmall = !character.isUppercase && character != "_"
      flag += character == "_" ? "-" : character.lowercased()
    }
    return flag
  }
}

/// A value for an option of a rule, from the command line.
public struct OptionOverride: Sendable, Hashable {
  /// The name without leading dashes, as a flag (`dismiss-after`) or as in the rule.
  public let name: String
  /// The value's text; nil for a flag without a value.
  public let text: String?

  public init(_ name: String, _ text: String?) {
    self.name = name
    self.text = text
  }
}
