/// A program that a rule starts, as written in the rule.
public struct ProgramCall: Hashable, Sendable {
  /// The program and its arguments, those of ``filled`` as the rule has them; never empty.
  public let words: [String]
  /// The file that contains the call. A program with a relative path is in this file's folder.
  public let rulePath: String
  /// The line of the call in that file, from 1.
  public let line: Int

  /// The name of the stage that starts it.
  package let stage: String
  /// The memory limit of each of its processes, in MiB.
  package let memory: Int
  /// The names of the fields that the program adds, whose types the rule declares.
  package let declared: [String]

  /// The last arguments, if these have values of a record, for each of which the program is then
  /// started; else empty.
  package let filled: [RecordTemplate]

  /// The default memory limit in MiB: enough for most programs, and not all of the memory.
  package static let usualMemory = 4096

  package init(
    _ words: [String], by stage: String = "exec", rulePath: String, line: Int,
    memory: Int = usualMemory, declaring declared: [String] = [], filled: [RecordTemplate] = []
  ) {
    self.filled = filled
    self.declared = declared
    self.stage = stage
    self.memory = memory
    precondition(!words.isEmpty, "a call names its program")
    self.words = words + filled.map(\.text)
    self.rulePath = rulePath
    self.line = line
  }

  /// The program's name or path, as written in the rule.
  package var name: String { words[0] }

  /// The stage and the program, for messages.
  package var title: String { "\(stage) \"\(name)\"" }

  /// The arguments as the rule may write them, quoted unambiguously.
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
