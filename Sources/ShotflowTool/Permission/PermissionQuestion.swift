internal import Displays
internal import Pipeline
internal import Terminals

/// Asks a user whether a rule may use something: who asks for what and why, the answers that there
/// are, and one question that one key answers.
struct PermissionQuestion {
  /// What the person answered.
  enum Answer {
    /// Nothing; the state stays as it was.
    case leftOpen
    case allow(followsEdits: Bool)
    case deny
    case choose([[UInt8]])
  }

  let request: PermissionRequest
  /// What the rule says of itself.
  let about: String?
  /// Why it needs what it asks for, in its words.
  let reasons: [String]
  let programs: [RulePermissions.WishedProgram]
  /// What stages of the rule do with what it asks for.
  let deeds: [String]
  /// Whether it might start others, or the same with other words, before.
  let startsOthers: Bool
  /// The assets that the person may choose among; nil for what can't be divided.
  let assets: (() throws -> [ChoosableAsset])?

  /// How many columns of a rule's text are shown: a longer one would push the question away.
  private static let longestText = 400
  private static let shownReasons = 5
  private static let shownPrograms = 5

  /// - Throws: ``RunProblem/cancelled`` when the person interrupts, or what listing assets throws.
  func ask(on terminal: PermissionTerminal) throws -> Answer {
    let answers = answers
    terminal.show(asker + answers.map { "  \($0.key)  \($0.meaning)" })
    let keys = answers.map { String($0.key) }.joined(separator: "/")
    switch try terminal.ask(
      "\(verb)?  [\(keys), Esc leaves it]", "[\(keys)/Esc]", letters: keys)
    {
    case UInt8(ascii: "a"): return .allow(followsEdits: false)
    case UInt8(ascii: "e"): return .allow(followsEdits: true)
    case UInt8(ascii: "d"): return .deny
    case UInt8(ascii: "c"):
      let list = try assets?() ?? []
      guard !list.isEmpty else {
        terminal.show(["There is nothing to choose."])
        return .leftOpen
      }
      guard let chosen = try AssetChooser(list).choose(on: terminal.screen) else {
        return .leftOpen
      }
      return .choose(chosen.map { list[$0].identifier })
    default: return .leftOpen
    }
  }

  private var answers: [(key: Character, meaning: String)] {
    var answers: [(key: Character, meaning: String)] = []
    answers.append(("a", assets == nil ? "allow it" : "allow all of them"))
    if request.rule.isOwn, request.rule.resolvedPath != nil {
      answers.append(("e", "allow it, also after you edit the rule"))
    }
    if assets != nil { answers.append(("c", "choose some; the others do not exist for the rule")) }
    answers.append(("d", "deny it; the rule does not ask again"))
    return answers
  }

  private var verb: String {
    switch request.target {
    case .library: "May it see the pictures"
    case .capability(let capability): "May it \(capability.summary)"
    }
  }

  /// Who asks, for what, and why.
  private var asker: [String] {
    let place = request.rule.isInFile ? request.rule.path : "a text that is in no file"
    var lines = [
      "The rule \"\(request.rule.name)\" asks for a permission.",
      "  rule      \(place)  (\(request.rule.digest.prefix(12)))",
    ]
    switch request.target {
    case .library(let path):
      lines.append(
        "  library   \(path)" + (request.includesHidden ? "  (hidden pictures too)" : ""))
    case .capability(let capability): lines.append("  to        \(capability.summary)")
    }
    for program in programs.prefix(Self.shownPrograms) {
      lines.append("  starts    \(shortened(program.words))")
      if let place = program.place { lines.append("            which is \(shortened(place))") }
    }
    for deed in deeds.prefix(Self.shownPrograms) { lines.append("  does      \(shortened(deed))") }
    let furtherDeeds = deeds.count - Self.shownPrograms
    if furtherDeeds > 0 { lines.append("            and \(furtherDeeds) more") }
    let others = programs.count - Self.shownPrograms
    if others > 0 { lines.append("            and \(others) more") }
    if startsOthers {
      lines.append("  changed   since it was allowed: the words, or what they lead to")
    }
    if let about { lines.append("  it says   \(quoted(about))") }
    for reason in reasons.prefix(Self.shownReasons) {
      lines.append("  because   \(quoted(reason))")
    }
    let more = reasons.count - Self.shownReasons
    if more > 0 { lines.append("            and \(more) more") }
    return lines
  }

  /// A rule's text, between quotation marks so that nobody takes it for shotflow's.
  private func quoted(_ text: String) -> String {
    "\"\(shortened(text))\""
  }

  private func shortened(_ text: String) -> String {
    TerminalText.shortened(TerminalText.escaped(text), to: Self.longestText)
  }
}
