internal import Pipeline
internal import Terminals

/// Asks users for permissions of rules.
protocol PermissionAsker {
  /// - Throws: ``RunProblem/cancelled`` when the user interrupts, or what listing assets throws.
  func answer(_ question: PermissionQuestion) throws -> PermissionQuestion.Answer
}

/// The question whether a rule may use something: who asks for what and why, and the answers that there
/// are.
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

  /// The answers that there are, besides to leave it.
  var answers: [(key: Character, meaning: String)] {
    var answers: [(key: Character, meaning: String)] = []
    answers.append(("a", assets == nil ? "allow it" : "allow all of them"))
    if request.rule.isOwn, request.rule.resolvedPath != nil {
      answers.append(("e", "allow it, also after you edit the rule"))
    }
    if assets != nil { answers.append(("c", "choose some; the others do not exist for the rule")) }
    answers.append(("d", "deny it; the rule does not ask again"))
    return answers
  }

  /// The question itself, without its mark.
  var verb: String {
    switch request.target {
    case .library: "May it see the pictures"
    case .capability(let capability): "May it \(capability.summary)"
    }
  }

  /// Who asks, as a sentence.
  var heading: String { "The rule \"\(request.rule.name)\" asks for a permission." }

  /// Who asks, for what, and why: each with what it is, which is empty where it goes on.
  var facts: [(label: String, text: String)] {
    let place = request.rule.isInFile ? request.rule.path : "a text that is in no file"
    var facts = [(label: "rule", text: "\(place)  (\(request.rule.digest.prefix(12)))")]
    func add(_ label: String, _ text: String) { facts.append((label, text)) }
    switch request.target {
    case .library(let path):
      add("library", path + (request.includesHidden ? "  (hidden pictures too)" : ""))
    case .capability(let capability): add("to", capability.summary)
    }
    for program in programs.prefix(Self.shownPrograms) {
      add("starts", shortened(program.words))
      if let place = program.place { add("", "which is \(shortened(place))") }
    }
    for deed in deeds.prefix(Self.shownPrograms) { add("does", shortened(deed)) }
    func addRest(_ count: Int) { if count > 0 { add("", "and \(count) more") } }
    addRest(deeds.count - Self.shownPrograms)
    addRest(programs.count - Self.shownPrograms)
    if startsOthers { add("changed", "since it was allowed: the words, or what they lead to") }
    if let about { add("it says", quoted(about)) }
    for reason in reasons.prefix(Self.shownReasons) { add("because", quoted(reason)) }
    addRest(reasons.count - Self.shownReasons)
    return facts
  }

  /// A rule's text, between quotation marks so that nobody takes it for shotflow's.
  private func quoted(_ text: String) -> String {
    "\"\(shortened(text))\""
  }

  private func shortened(_ text: String) -> String {
    TerminalText.shortened(TerminalText.escaped(text), to: Self.longestText)
  }
}
