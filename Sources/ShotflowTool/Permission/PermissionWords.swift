internal import Console
internal import Pipeline
internal import Terminals

/// What a person is told of what a rule asks for, with the command that changes it.
struct PermissionWords {
  private let rule: RuleIdentity
  private let requests: [PermissionRequest]
  /// Options of the rule that it was given, which may decide what it asks for.
  private let ruleWords: [String]
  /// Whether it was permitted to start other programs, or the same with other words.
  let startsOthers: Bool
  private let toolName: String

  init(
    _ rule: RuleIdentity, _ requests: [PermissionRequest], ruleWords: [String] = [],
    startsOthers: Bool = false, toolName: String
  ) {
    self.rule = rule
    self.requests = requests
    self.ruleWords = ruleWords
    self.startsOthers = startsOthers
    self.toolName = toolName
  }

  var ruleName: String { "the rule \"\(rule.name)\"" }

  var targets: String {
    requests.map { $0.target.summary + Self.extent(of: $0) }.joined(separator: ", and ")
  }

  /// What the permission is for: `permission to start other programs`.
  private var permission: String {
    "permission "
      + requests.map { $0.target.purpose + Self.extent(of: $0) }
      .joined(separator: ", and ")
  }

  /// What a refusal is of: a library by its name, anything else by the permission for it.
  private var refused: String {
    let isOfLibraries = requests.allSatisfy { request in
      if case .library = request.target { true } else { false }
    }
    return isOfLibraries ? targets : permission
  }

  private static func extent(of request: PermissionRequest) -> String {
    request.includesHidden ? ", hidden assets too" : ""
  }

  /// What to type so that the rule may: the command that grants, or, for a text that is in no file,
  /// options of this run.
  private var remedy: String {
    guard rule.isInFile else {
      let options = requests.map { request in
        switch request.target {
        case .library(let path): "--library \(ShellWord(path))"
        case .capability(let capability): "--allow \(capability.rawValue)"
        }
      }
      return "to allow it for one run: \(options.joined(separator: " "))"
    }
    return "to grant it: \(command("grant"))"
  }

  /// The command line that takes a decision back.
  var revocation: String {
    guard rule.isInFile else { return "\(toolName) auth revoke \(rule.digest.prefix(12))" }
    return command("revoke")
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
      "\(ruleName) has no \(permission) yet"
        + (startsOthers ? ": the words changed since it was granted, or what they lead to" : "")
        + "; \(remedy)")
  }

  var denied: PermissionRefusal {
    PermissionRefusal("\(ruleName) was denied \(refused); to change that: \(change)")
  }

  /// A refusal that was just answered.
  var justDenied: PermissionRefusal {
    PermissionRefusal("denied: \(ruleName) does not get \(refused); to change that: \(change)")
  }

  private var change: String { rule.isInFile ? command("grant") : revocation }

  var leftOpen: PermissionRefusal {
    PermissionRefusal("left open: \(ruleName) has no \(permission); it will ask again")
  }
}
