internal import Pipeline
internal import Terminal

/// The messages about a rule's permissions, with the commands that change them.
struct PermissionMessages {
  private let rule: RuleIdentity
  private let requests: [PermissionRequest]
  /// The options given to the rule, on which its requests may depend.
  private let ruleWords: [String]
  /// The reason why it asks again; nil for a rule that was not permitted before.
  let lapse: GrantLapse?
  private let toolName: String

  init(
    _ rule: RuleIdentity, _ requests: [PermissionRequest], ruleWords: [String] = [],
    lapse: GrantLapse? = nil, toolName: String
  ) {
    self.rule = rule
    self.requests = requests
    self.ruleWords = ruleWords
    self.lapse = lapse
    self.toolName = toolName
  }

  var ruleName: String { "the rule \"\(rule.name)\"" }

  var targets: String {
    requests.map { $0.target.summary + Self.extent(of: $0) }.joined(separator: ", and ")
  }

  /// The phrase for the permission: `permission to start other programs`.
  private var permission: String {
    "permission "
      + requests.map { $0.target.purpose + Self.extent(of: $0) }
      .joined(separator: ", and ")
  }

  /// The object of a refusal: a library by its name, anything else by its permission.
  private var refused: String {
    let isOfLibraries = requests.allSatisfy { request in
      if case .library = request.target { true } else { false }
    }
    return isOfLibraries ? targets : permission
  }

  private static func extent(of request: PermissionRequest) -> String {
    request.includesHidden ? ", hidden assets too" : ""
  }

  /// The remedy: the command that grants the permission or, for a text that is in no file, options
  /// of this run.
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

  /// The command line that revokes the decision.
  var revocation: String {
    guard rule.isInFile else { return "\(toolName) auth revoke \(rule.digest.prefix(12))" }
    return command("revoke")
  }

  /// Returns the command line of `auth VERB` for this rule and its requests.
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

  /// The refusal of a rule without a decision.
  var notDetermined: PermissionRefusal {
    let reason =
      switch lapse {
      case .otherUses: ": the words changed since it was granted, or what they lead to"
      case .outdated: ": an earlier version granted it, and did not note what for"
      case nil: ""
      }
    return PermissionRefusal(
      "\(ruleName) has no \(permission) yet\(reason); \(remedy)", hasLapsed: lapse != nil)
  }

  /// The refusal of a rule that was denied the permission before.
  var denied: PermissionRefusal {
    PermissionRefusal("\(ruleName) was denied \(refused); to change that: \(change)")
  }

  /// The refusal of a rule that was denied the permission just now.
  var justDenied: PermissionRefusal {
    PermissionRefusal("denied: \(ruleName) does not get \(refused); to change that: \(change)")
  }

  private var change: String { rule.isInFile ? command("grant") : revocation }

  /// The refusal of a rule whose question the user left open.
  var leftOpen: PermissionRefusal {
    PermissionRefusal("left open: \(ruleName) has no \(permission); it will ask again")
  }
}
