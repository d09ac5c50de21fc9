/// One option of a stage: what it takes and what it is for.
public struct OptionDescription: Hashable, Sendable {
  public let name: String
  public let type: OptionType
  public let summary: String
  /// What holds when the rule does not say, as it would be written in a rule.
  public let standard: String?

  public init(_ name: String, _ type: OptionType, _ summary: String, standard: String? = nil) {
    self.name = name
    self.type = type
    self.summary = summary
    self.standard = standard
  }
}

extension OptionDescription {
  /// The option of every stage behind the source that says which assets it is for.
  public static let condition = OptionDescription(
    "when", .tests, "which assets the stage is for; all others pass it by")
}
