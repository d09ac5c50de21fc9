/// One option of a stage: its type and its purpose.
///
/// ```swift
/// OptionDescription.integer("round", "digits behind the point", default: 3)
/// ```
///
/// An option with a default always has a value: `digits = arguments.integer("round")`.
public struct OptionDescription: Hashable, Sendable {
  /// The name in a rule.
  public let name: String
  /// The type of the value.
  public let type: OptionType
  /// A summary for help and documentation.
  public let summary: String
  private let givenStandard: String?
  /// The default as a value; nil for none, or for one that the stage itself applies.
  package let fallback: ArgumentValue?
  /// True if a rule has to set the option.
  package let isRequired: Bool

  /// The default, as written in a rule; nil for none.
  public var standard: String? { givenStandard ?? fallback?.written }

  public init(_ name: String, _ type: OptionType, _ summary: String, standard: String? = nil) {
    self.name = name
    self.type = type
    self.summary = summary
    givenStandard = standard
    fallback = nil
    isRequired = false
  }

  package init(
    _ name: String, _ type: OptionType, _ summary: String, default value: ArgumentValue?,
    isRequired: Bool = false
  ) {
    self.isRequired = isRequired
    self.name = name
    self.type = type
    self.summary = summary
    givenStandard = nil
    fallback = value
  }

  /// Returns the description of an option that takes true or false.
  public static func flag(
    _ name: String, _ summary: String, default flag: Bool = false
  ) -> OptionDescription {
    OptionDescription(name, .flag, summary, default: .flag(flag))
  }

  /// Returns the description of an option that takes a whole number, 0 or more.
  public static func integer(
    _ name: String, _ summary: String, default integer: Int? = nil
  ) -> OptionDescription {
    OptionDescription(name, .integer, summary, default: integer.map { .integer(Int64($0)) })
  }

  /// Returns the description of an option that takes a number.
  public static func number(
    _ name: String, _ summary: String, default number: Double? = nil
  ) -> OptionDescription {
    OptionDescription(name, .number, summary, default: number.map { .number($0) })
  }

  /// Returns the description of an option that takes a text.
  public static func text(
    _ name: String, _ summary: String, default text: String? = nil
  ) -> OptionDescription {
    OptionDescription(name, .text, summary, default: text.map { .text($0) })
  }

  /// Returns the description of an option that takes a text or a list of texts.
  public static func texts(
    _ name: String, _ summary: String, default texts: [String]? = nil
  ) -> OptionDescription {
    OptionDescription(
      name, .texts, summary, default: texts.map { .list($0.map { .text($0) }) })
  }

  /// Returns the description of an option that takes a duration.
  ///
  /// - Parameter text: The default, such as `"30s"`.
  public static func duration(
    _ name: String, _ summary: String, default text: String? = nil
  ) -> OptionDescription {
    OptionDescription(name, .duration, summary, default: text.map { .text($0) })
  }

  /// Returns the description of an option that takes one of several texts.
  public static func choice(
    _ name: String, among choices: [String], _ summary: String, default text: String? = nil
  ) -> OptionDescription {
    OptionDescription(name, .choice(choices), summary, default: text.map { .text($0) })
  }
}

extension OptionDescription {
  /// The option `when` of every stage after the source: tests of the assets for the stage.
  public static let condition = OptionDescription(
    "when", .tests, "which assets the stage is for; all others pass it by")
}

extension ArgumentValue {
  /// The value as written in a rule, such as `{ "a", "b" }`.
  package var written: String {
    if case .list(let values) = self {
      return "{ \(values.map(\.written).joined(separator: ", ")) }"
    }
    return quoted
  }
}
