internal import Pipeline
internal import Terminal

/// A type that asks the user for permissions of rules.
package protocol PermissionPrompt {
  /// Asks the question. Throws ``RunProblem/cancelled`` after Ctrl-C, or the errors of listing
  /// assets.
  func answer(_ question: PermissionQuestion) throws -> PermissionQuestion.Answer
}

/// A question to permit a rule something, with the rule, its reasons and the possible answers.
package struct PermissionQuestion {
  /// The user's answer.
  package enum Answer {
    /// No answer; the permission stays undecided.
    case leftOpen
    case allow(followsEdits: Bool)
    case deny
    case choose([[UInt8]])
  }

  let request: PermissionRequest
  let about: String?
  /// The reasons that the rule itself gives for its request.
  let reasons: [String]
  let programs: [RulePermissions.RequestedProgram]
  /// The effects that the permission lets the rule's stages have.
  let actions: [String]
  /// The reason why an earlier permission became invalid; nil without one.
  let lapse: GrantLapse?
  /// Lists the assets among which the user may choose; nil if only all can be permitted.
  let assets: (() throws -> [ChoosableAsset])?

  /// The longest shown text of a rule, in columns: a longer one would scroll the question away.
  private static let longestText = 400
  private static let shownReasons = 5
  private static let shownPrograms = 5

  /// The possible answers with their keys, besides leaving the question.
  var answers: [(key: Character, meaning: String)] {
    var answers: [(key: Character, meaning: String)] = []
    answers.append(("a", assets == nil ? "allow it" : "allow all of them"))
    if request.rule.isOwn, request.rule.resolvedPath != nil {
      answers.append(("e", "allow it, also after you edit the rule"))
    }
    if assets != nil { answers.append(("c", "choose what the rule sees; it sees nothing else")) }
    answers.append(("d", "deny it; the rule does not ask again"))
    return answers
  }

  /// The words of the question without its question mark.
  var verb: String {
    switch request.target {
    case .library: "May it see the pictures"
    case .capability(let capability): "May it \(capability.summary)"
    }
  }

  var heading: String { "The rule \"\(request.rule.name)\" asks for a permission." }

  /// The facts about the request, each with a label, which is empty for a continuation line.
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
    for action in actions.prefix(Self.shownPrograms) { add("does", shortened(action)) }
    func addRest(_ count: Int) { if count > 0 { add("", "and \(count) more") } }
    addRest(actions.count - Self.shownPrograms)
    addRest(programs.count - Self.shownPrograms)
    switch lapse {
    case .otherUses: add("changed", "since it was allowed: the words, or what they lead to")
    case .outdated: add("allowed", "by an earlier version, which did not note what for")
    case nil: break
    }
    if let about { add("it says", quoted(about)) }
    for reason in reasons.prefix(Self.shownReasons) { add("because", quoted(reason)) }
    addRest(reasons.count - Self.shownReasons)
    return facts
  }

  /// Returns a rule's own text in quotation marks, to distinguish it from shotflow's words.
  private func quoted(_ text: String) -> String {
    "\"\(shortened(text))\""
  }

  private func shortened(_ text: String) -> String {
    TerminalText.shortened(TerminalText.escaped(text), to: Self.longestText)
  }
}
