/// What a person decided about a rule and what it wants to use.
package struct Grant: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    case authorized, denied
    /// The identifiers of the chosen assets.
    case limited([[UInt8]])
  }

  package let target: PermissionTarget
  package var decision: Decision
  /// The rule's content.
  package let digest: String
  /// Where the rule was, absolute; nil when that is no UTF-8.
  package let rulePath: String?
  package let ruleName: String
  /// Whether hidden assets are part of it.
  package let includesHidden: Bool
  /// Whether it holds for the file when the person edited it.
  package let followsEdits: Bool
  /// Hashes of the reasons that the rule gave.
  package let wants: [String]
  /// The hash of the programs that it may start, with their words; nil where it may start none.
  package let programs: String?
  package let decidedAt: Instant

  package init(
    _ decision: Decision, of request: PermissionRequest, followsEdits: Bool, at moment: Instant
  ) {
    self.init(
      target: request.target, decision: decision, digest: request.rule.digest,
      rulePath: request.rule.resolvedPath, ruleName: request.rule.name,
      includesHidden: request.includesHidden, followsEdits: followsEdits,
      wants: request.rule.wants, programs: request.programs, decidedAt: moment)
  }

  package init(
    target: PermissionTarget, decision: Decision, digest: String, rulePath: String?,
    ruleName: String, includesHidden: Bool, followsEdits: Bool, wants: [String],
    programs: String?, decidedAt: Instant
  ) {
    self.target = target
    self.decision = decision
    self.digest = digest
    self.rulePath = rulePath
    self.ruleName = ruleName
    self.includesHidden = includesHidden
    self.followsEdits = followsEdits
    self.wants = wants
    self.programs = programs
    self.decidedAt = decidedAt
  }

  package var status: AuthorizationStatus {
    switch decision {
    case .authorized: .authorized
    case .denied: .denied
    case .limited: .limited
    }
  }

  /// Whether the decision is about the rule: it has the same content, or lies at the same place.
  package func concerns(_ rule: RuleIdentity) -> Bool {
    digest == rule.digest || (rulePath != nil && rulePath == rule.resolvedPath)
  }

  /// Whether the decision settles the request.
  ///
  /// A refusal holds for what comes to lie at the rule's place as well. A permission holds for the
  /// rule as it was, or, where the person said so, for what the person made of it; and never for
  /// more than was asked for when it was given, nor for other programs or other words for them.
  func settles(_ request: PermissionRequest) -> Bool {
    guard target == request.target, concerns(request.rule) else { return false }
    if decision == .denied { return true }
    if request.includesHidden, !includesHidden { return false }
    if target == .capability(.exec), programs == nil { return false }
    if let wanted = request.programs, wanted != programs { return false }
    if target == .capability(.exec), request.programs == nil { return false }
    if digest == request.rule.digest { return true }
    return followsEdits && request.rule.isOwn
      && request.rule.wants.allSatisfy { wants.contains($0) }
  }
}
