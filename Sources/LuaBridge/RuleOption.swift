internal import Engine

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

/// Returns the values of the options that a rule declares; nil to end the loading of the rule.
package typealias OptionChoice = (DeclaredOptions) -> [OptionOverride]?

/// The options that a rule declares with one call of `options { … }`.
package struct DeclaredOptions: Sendable {
  /// The member with which a rule also takes the command line's options that select assets.
  private static let selectionMember = "selection"
  /// The member with which plain arguments name what is read, and `--library` where it goes.
  private static let importsMember = "imports"

  package private(set) var all: [RuleOption] = []
  /// True if the rule imports what plain arguments name into the library of `--library`.
  package private(set) var imports = false
  /// True if the command line may select the assets of the rule's source.
  package private(set) var takesSelection = false

  init() {}

  /// Reads the table passed to `options`.
  init(_ table: ArgumentValue) throws(RuleOptionProblem) {
    let members: [ArgumentMember]
    switch table {
    case .table(let named): members = named
    case .list([]): members = []
    default:
      throw RuleOptionProblem(
        message: "options takes names: options { window = \"30s\" }", token: "options")
    }
    for member in members {
      if member.name == Self.selectionMember, case .flag(let takes) = member.value {
        takesSelection = takes
        continue
      }
      if member.name == Self.importsMember, case .flag(let imports) = member.value {
        self.imports = imports
        continue
      }
      let option = try RuleOption.declared(by: member)
      if let twin = all.first(where: { $0.flag == option.flag }) {
        throw RuleOptionProblem(
          message: "options \"\(twin.name)\" and \"\(option.name)\" are both --\(option.flag)",
          token: option.name)
      }
      all.append(option)
    }
  }

  /// Sets the options that the command line names; a repeated list option appends.
  mutating func apply(_ overrides: [OptionOverride]) throws(RuleOptionProblem) {
    var named: Set<Int> = []
    for override in overrides {
      guard let place = all.firstIndex(where: { override.names($0) }) else {
        let nearest = NearestName.of(override.name, among: all.map(\.flag))
        throw RuleOptionProblem(
          message: "the rule has no option --\(override.name)", token: nil,
          suggestion: nearest.map { "--\($0)" })
      }
      let value = try all[place].parsed(override.text)
      if !named.insert(place).inserted, case .list(let earlier) = all[place].value,
        case .list(let more) = value
      {
        all[place].value = .list(earlier + more)
      } else {
        all[place].value = value
      }
    }
  }
}

extension OptionOverride {
  fileprivate func names(_ option: RuleOption) -> Bool {
    name == option.flag || name == option.name
  }
}
