/// The description of a stage: its name, what it does and what it takes.
///
/// The one description behind the checks of rules, the documentation, `shotflow stages` and the
/// definitions for editors.
public struct StageDescription: Hashable, Sendable {
  /// The arguments that a stage takes besides named options.
  public enum Content: Hashable, Sendable {
    /// Only the named options.
    case options
    /// Fields of an asset with tests, beside the options; or one function of an asset.
    case testsOrFunction
    /// Names of the rule's own, each with a function of an asset or a table of tests.
    case labels
    /// A list of texts, beside the options.
    case words
  }

  /// The word in a rule.
  public let name: String
  public let role: StageRole
  public let summary: String
  public let content: Content
  public let options: [OptionDescription]
  /// The fields that it adds to assets.
  public let adds: [AddedField]
  /// The fields that it adds where its options say so, by ``StageArguments/add(_:)``.
  package let mayAdd: [AddedField]
  /// The program of the system that it starts for its own work; nil for none.
  package let program: RequiredProgram?
  /// A stage as a rule would write it.
  public let example: String

  public init(
    name: String, role: StageRole, summary: String, content: Content = .options,
    options: [OptionDescription] = [], adds: [AddedField] = [], example: String? = nil
  ) {
    self.init(
      name: name, role: role, summary: summary, content: content, options: options, adds: adds,
      mayAdd: [], example: example)
  }

  package init(
    name: String, role: StageRole, summary: String, content: Content = .options,
    options: [OptionDescription] = [], adds: [AddedField] = [], mayAdd: [AddedField],
    program: RequiredProgram? = nil, example: String? = nil
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.content = content
    self.options = options
    self.adds = adds
    self.mayAdd = mayAdd
    self.program = program
    self.example = example ?? "\(name) {}"
  }
}

/// A program of the system that a stage can't do without, which need not be installed for other stages.
package struct RequiredProgram: Hashable, Sendable {
  package let name: String
  /// Debian's package that has it.
  package let package: String

  package init(_ name: String, in package: String) {
    self.name = name
    self.package = package
  }
}

/// The part that a stage plays, in the order in which a pipeline usually has them; those that stand in
/// options come last.
public enum StageRole: UInt8, CaseIterable, Comparable, Sendable {
  case source, classify, map, filter, dedupe, observe, exec, load, notify, act
  /// Stages that stand in options of others: what `dedupe` compares, and the words of a notice.
  case key, text

  /// True for a stage that stands in an option and gives a value of an asset.
  public var isValue: Bool { self == .key || self == .text }

  public static func < (left: StageRole, right: StageRole) -> Bool {
    left.rawValue < right.rawValue
  }
}
