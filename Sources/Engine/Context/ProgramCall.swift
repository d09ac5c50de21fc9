/// A program that a rule starts, as the rule writes it.
public struct ProgramCall: Hashable, Sendable {
  /// The program, then its arguments; never empty.
  public let words: [String]
  /// The file that says so, beside which a program of its own lies.
  public let rulePath: String
  public let line: Int

  /// The word of the stage that starts it.
  package let stage: String
  /// How many MiB of memory each of its processes may fill.
  package let memory: Int
  /// The names of fields that it gives, each in the type that the rule declares.
  package let declared: [String]

  /// Enough for most programs, and little enough to leave a computer its own.
  package static let usualMemory = 4096

  package init(
    _ words: [String], by stage: String = "exec", rulePath: String, line: Int,
    memory: Int = usualMemory, declaring declared: [String] = []
  ) {
    self.declared = declared
    self.stage = stage
    self.memory = memory
    precondition(!words.isEmpty, "a call names its program")
    self.words = words
    self.rulePath = rulePath
    self.line = line
  }

  package var name: String { words[0] }

  /// As messages name it.
  package var title: String { "\(stage) \"\(name)\"" }

  /// As it may stand in the rule; no word can pass for two.
  package var text: String { words.map(Self.quoted).joined(separator: ", ") }

  private static func quoted(_ word: String) -> String {
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in word.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }
}
