internal import Pipeline
internal import Terminal

/// The messages to the user about a permission of a rule, with the commands that change it.
struct PermissionMessages {
  private let rule: RuleIdentity
  private let requests: [PermissionRequest]
  /// The options given to the rule with their values, on which its requests may depend.
  private let ruleWords: [String]
  /// The reason why an earlier permission became invalid; nil without one.
  let lapse: GrantLapse?
  private let toolName: String
  /// True if options of a run can permit all of it.
  private let isForOneRun: Bool

  init(
    _ rule: RuleIdentity, _ requests: [PermissionRequest], ruleWords: [String] = [],
    lapse: GrantLapse? = nil, isForOneRun: Bool = true, toolName: String
  ) {
    self.isForOneRun = isForOneRun
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

  /// The object in "access to … was refused": a library's name, or the permission.
  private var refused: String {
    isOfLibraries ? targets : permission
  }

  private var isOfLibraries: Bool { requests.allSatisfy(\.target.isLibrary) }

  private static func extent(of request: PermissionRequest) -> String {
    request.includesHidden ? ", hidden assets too" : ""
  }

  /// The remedy: the run's options and, for a rule in a file, the command that grants the
  /// permission.
  private var remedy: String {
    let options = requests.map { request in
      switch request.target {
      case .library(let path): "--library \(ShellWord(path))"
      case .capability(let capability): "--allow \(capability.rawValue)"
      }
    }
    let forOneRun = "to allow it for one run: \(options.joined(separator: " "))"
    if !rule.isInFile { return forOneRun }
    return (isForOneRun ? "\(forOneRun); " : "") + "to grant it: \(command("grant"))"
  }

  /// The command line that removes the user's answer.
  var revocation: String {
    guard rule.isInFile else { return "\(toolName) auth revoke \(rule.digest.prefix(12))" }
    return command("revoke")
  }

  /// Returns the command line of `auth VERB` for this rule and its permission requests.
  func command(_ verb: String) -> String {
    var words = [toolName, "auth", verb, "\(ShellWord.path(rule.path))"]
    for request in requests {
      switch request.target {
      case .library(let path): words += ["--library", "\(ShellWord(path))"]
      case .capability(let capability): words += ["--allow", capability.rawValue]
      }
    }
    return (words + ruleWords.map { "\(ShellWord($0))" }).joined(separator: " ")
  }

  /// The error of a rule for which the user has not answered yet.
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

  /// The error of a rule whose request the user denied earlier.
  var denied: PermissionRefusal {
    PermissionRefusal("\(ruleName) was denied \(refused); to change that: \(change)")
  }

  /// The error of a rule whose request the user denied just now.
  var justDenied: PermissionRefusal {
    PermissionRefusal("denied: \(ruleName) does not get \(refused); to change that: \(change)")
  }

  private var change: String { rule.isInFile ? command("grant") : revocation }

  /// The error of a rule whose request the user left without an answer.
  var leftOpen: PermissionRefusal {
    PermissionRefusal("left open: \(ruleName) has no \(permission); it will ask again")
  }
}
