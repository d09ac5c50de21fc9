internal import Pipeline

/// What a person is told of what a rule asks for, with the command that changes it.
struct PermissionWords {
  private let rule: RuleIdentity
  private let requests: [PermissionRequest]
  /// Options of the rule that it was given, which may decide what it asks for.
  private let ruleWords: [String]
  private let toolName: String

  init(
    _ rule: RuleIdentity, _ requests: [PermissionRequest], ruleWords: [String] = [],
    toolName: String
  ) {
    self.rule = rule
    self.requests = requests
    self.ruleWords = ruleWords
    self.toolName = toolName
  }

  var ruleName: String { "the rule \"\(rule.name)\"" }

  var targets: String {
    requests.map { $0.target.summary + ($0.includesHidden ? ", hidden assets too" : "") }
      .joined(separator: ", and for ")
  }

  /// The command line of `auth VERB` for this rule and what it asks for.
  func command(_ verb: String) -> String {
    var words = [toolName, "auth", verb, "\(ShellWord.path(rule.path))"]
    for request in requests {
      switch request.target {
      case .library(let path): words += ["--library", "\(ShellWord(path))"]
      case .capability(let capability): words += ["--allow", capability.rawValue]
      }
    }
    return (words + ruleWords.filter { $0.hasPrefix("--") }.map { "\(ShellWord($0))" })
      .joined(separator: " ")
  }

  var notDetermined: PermissionRefusal {
    PermissionRefusal(
      "\(ruleName) has no permission for \(targets) yet; to grant it: \(command("grant"))")
  }

  var denied: PermissionRefusal {
    PermissionRefusal("\(ruleName) was denied \(targets); to change that: \(command("grant"))")
  }

  var leftOpen: PermissionRefusal {
    PermissionRefusal("left open: \(ruleName) has no permission for \(targets); it will ask again")
  }
}
