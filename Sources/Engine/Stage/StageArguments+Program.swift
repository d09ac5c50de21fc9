extension StageArguments {
  /// The program that words of the rule name; nil where something is wrong with them.
  ///
  /// - Parameters:
  ///   - name: the word of the rule that takes them.
  ///   - example: how it is written.
  ///   - memory: how many MiB each of its processes may fill.
  ///   - declared: the names of fields that it gives, each in its type.
  package mutating func program(
    _ words: [String], of name: String, _ example: String, memory: Int = ProgramCall.usualMemory,
    declaring declared: [String] = []
  ) -> ProgramCall? {
    guard let first = words.first else {
      if isSound { note("\(name) names a program, such as \(example)", token: name) }
      return nil
    }
    if first.isEmpty || words.contains(where: { $0.utf8.contains(0) }) {
      note("\(name) takes texts without NUL, and a program has a name", token: name)
    }
    return ProgramCall(
      words, by: name, rulePath: rulePath, line: line, memory: memory, declaring: declared)
  }
}
