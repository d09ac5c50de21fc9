internal import Console

extension RuleOptions {
  /// The session of a command line that names a rule; nil where it names none.
  ///
  /// - Parameter word: the first one, which is the rule's own where a text is the rule.
  func session(
    _ word: String?, _ options: RunOptions, _ rest: [String], in tool: Tool
  ) -> RuleSession? {
    guard let subject = text ?? word.map({ .word($0, isOwn: user) }) else { return nil }
    let words = text == nil ? rest : [word].compactMap(\.self) + rest
    return RuleSession(
      subject, RunRequest(options, subject: subject, ruleWords: words), in: tool)
  }
}
