internal import Pipeline
internal import Terminal

/// A type that asks the user for permissions of rules.
package protocol PermissionPrompt {
  /// Asks the user. Throws ``RunProblem/cancelled`` after Ctrl-C, or the errors of listing assets.
  func answer(_ question: PermissionQuestion) throws -> PermissionQuestion.Answer
}

/// A question whether a rule may have the permissions that are still undecided, with the rule's reasons
/// and the possible answers.
package struct PermissionQuestion {
  /// The user's answer.
  package enum Answer {
    /// No answer; the permissions stay undecided.
    case leftOpen
    case allow(followsEdits: Bool)
    case deny
    /// Allow all requests, but of the library only the assets with these local identifiers.
    case choose([[UInt8]])
  }

  let rule: RuleIdentity
  let about: String?
  /// The requests of the rule, at least one.
  let requirements: [RulePermissions.RequestedPermission]
  /// The reason why an earlier permission became invalid; nil without one.
  let lapse: GrantLapse?
  /// Lists the assets among which the user may choose; nil if only all can be permitted.
  let assets: (() throws -> [ChoosableAsset])?
  /// The messages if the user denies it, and if the user leaves it open.
  let ends: (denied: String, leftOpen: String)

  /// The longest shown text of a rule, in columns: a longer one would scroll the question away.
  private static let longestText = 400
  /// The greatest number of programs, effects or reasons that are shown for a request.
  private static let shownLines = 5

  /// The request for the library whose assets may be chosen; nil without a choice.
  var library: PermissionRequest? {
    assets == nil ? nil : requirements.first { $0.request.target.isLibrary }?.request
  }

  /// The possible answers with their keys, besides Escape, which leaves the question open.
  var answers: [(key: Character, meaning: String)] {
    let isOne = requirements.count == 1
    let all = !isOne ? "all of that" : assets == nil ? "it" : "all of them"
    var answers: [(key: Character, meaning: String)] = [("a", "allow \(all)")]
    if rule.isOwn, rule.resolvedPath != nil {
      answers.append(("e", "allow \(isOne ? "it" : all), also after you edit the rule"))
    }
    if assets != nil {
      let rest = isOne ? "" : "; the rest is allowed"
      answers.append(("c", "choose what the rule sees; it sees nothing else\(rest)"))
    }
    answers.append(("d", "deny \(isOne ? "it" : all); the rule does not ask again"))
    return answers
  }

  /// The question without its question mark, such as `May it see the pictures`.
  var verb: String {
    guard requirements.count == 1 else { return "May it do all of that" }
    switch requirements[0].request.target {
    case .library: return "May it see the pictures"
    case .capability(let capability): return "May it \(capability.summary)"
    }
  }

  var heading: String {
    let count = requirements.count == 1 ? "a permission" : "\(requirements.count) permissions"
    return "The rule \"\(rule.name)\" asks for \(count)."
  }

  /// The facts about the request, each with a label, which is empty for a continuation line.
  var facts: [(label: String, text: String)] {
    let place = rule.isInFile ? rule.path : "a text that is in no file"
    var facts = [(label: "rule", text: "\(place)  (\(rule.digest.prefix(12)))")]
    if let about { facts.append(("it says", quoted(about))) }
    switch lapse {
    case .otherUses:
      facts.append(("changed", "since it was allowed: the words, or what they lead to"))
    case .outdated: facts.append(("allowed", "by an earlier version, which did not note what for"))
    case nil: break
    }
    return facts + requirements.flatMap(self.facts)
  }

  private func facts(
    of requirement: RulePermissions.RequestedPermission
  ) -> [(label: String, text: String)] {
    var facts: [(label: String, text: String)] = []
    func addRest(_ count: Int) {
      if count > Self.shownLines { facts.append(("", "and \(count - Self.shownLines) more")) }
    }
    func add(_ label: String, _ texts: [String], _ text: (String) -> String) {
      facts += texts.prefix(Self.shownLines).map { (label, text($0)) }
      addRest(texts.count)
    }
    switch requirement.request.target {
    case .library(let path):
      let hidden = requirement.request.includesHidden ? "  (hidden pictures too)" : ""
      facts.append(("library", path + hidden))
    case .capability(let capability): facts.append(("to", capability.summary))
    }
    for program in requirement.programs.prefix(Self.shownLines) {
      facts.append(("starts", shortened(program.words)))
      if let place = program.place { facts.append(("", "which is \(shortened(place))")) }
    }
    addRest(requirement.programs.count)
    add("does", requirement.uses.map(\.text), shortened)
    add("because", requirement.reasons, quoted)
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
