/// The description of a stage: its name, its purpose and its options.
///
/// The checks of rules, the documentation, `shotflow stages` and the definitions for editors all
/// use it.
public struct StageDescription: Hashable, Sendable {
  /// The arguments that a stage takes besides named options.
  public enum Content: Hashable, Sendable {
    /// Only the named options.
    case options
    /// Fields of an asset with tests, besides the options; or one function of an asset.
    case testsOrFunction
    /// Names that the rule chooses, each with a function of an asset or a table of tests.
    case labels
    /// A list of texts, besides the options.
    case words
  }

  /// The name in a rule.
  public let name: String
  /// The role, which decides where the stage may be in a pipeline.
  public let role: StageRole
  /// A summary for help and documentation.
  public let summary: String
  /// The arguments besides named options.
  public let content: Content
  /// The named options.
  public let options: [OptionDescription]
  /// The fields that the stage adds to assets.
  public let adds: [AddedField]
  /// The fields that the stage adds only with certain options, by ``StageArguments/add(_:)``.
  package let mayAdd: [AddedField]
  /// The program of the system that the stage starts for its own work; nil for none.
  package let program: RequiredProgram?
  /// An example of a call in a rule.
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

/// A program of the system that one stage needs and the others don't.
package struct RequiredProgram: Hashable, Sendable {
  /// The name of the program's file.
  package let name: String
  /// The Debian package that contains it.
  package let package: String

  package init(_ name: String, in package: String) {
    self.name = name
    self.package = package
  }
}

/// The purpose of a stage, in the usual order. Stages in options come last.
public enum StageRole: UInt8, CaseIterable, Comparable, Sendable {
  case source, classify, map, filter, dedupe, observe, exec, load, notify, act
  /// Stages in options of other stages: the key that `dedupe` compares, or the text of a notice.
  case key, text

  /// True if the stage is used in an option and computes a value for each asset.
  public var isValue: Bool { self == .key || self == .text }

  public static func < (left: StageRole, right: StageRole) -> Bool {
    left.rawValue < right.rawValue
  }
}
