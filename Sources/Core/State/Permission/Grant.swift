/// The user's stored decision about one rule and one library or capability.
package struct Grant: Hashable, Sendable {
  /// The user's answer.
  package enum Decision: Hashable, Sendable {
    case authorized, denied
    /// The identifiers of the chosen assets.
    case limited([[UInt8]])
  }

  /// The library or capability that the decision is about.
  package let target: PermissionTarget
  /// The user's answer.
  package var decision: Decision
  /// The SHA-256 of the rule's content, in hexadecimal.
  package let digest: String
  /// The rule's absolute path; nil if that is not UTF-8.
  package let rulePath: String?
  /// The rule's name, for lists.
  package let ruleName: String
  /// True if hidden assets are included.
  package let includesHidden: Bool
  /// True if the decision remains valid when the user edits the rule's file.
  package let followsEdits: Bool
  /// The hashes of the reasons that the rule gave for the permissions that it requests.
  package let wants: [String]
  /// The hash of the programs, actions and paths for which the rule may use a capability; nil for a
  /// library, and in files of earlier versions.
  package let uses: String?
  package let decidedAt: Instant

  package init(
    _ decision: Decision, of request: PermissionRequest, followsEdits: Bool, at moment: Instant
  ) {
    self.init(
      target: request.target, decision: decision, digest: request.rule.digest,
      rulePath: request.rule.resolvedPath, ruleName: request.rule.name,
      includesHidden: request.includesHidden, followsEdits: followsEdits,
      wants: request.rule.wants, uses: request.uses, decidedAt: moment)
  }

  package init(
    target: PermissionTarget, decision: Decision, digest: String, rulePath: String?,
    ruleName: String, includesHidden: Bool, followsEdits: Bool, wants: [String],
    uses: String?, decidedAt: Instant
  ) {
    self.target = target
    self.decision = decision
    self.digest = digest
    self.rulePath = rulePath
    self.ruleName = ruleName
    self.includesHidden = includesHidden
    self.followsEdits = followsEdits
    self.wants = wants
    self.uses = uses
    self.decidedAt = decidedAt
  }

  /// The decision as an authorization status.
  package var status: AuthorizationStatus {
    switch decision {
    case .authorized: .authorized
    case .denied: .denied
    case .limited: .limited
    }
  }

  /// Returns true if the decision is about the rule, by its content or its path.
  package func concerns(_ rule: RuleIdentity) -> Bool {
    digest == rule.digest || (rulePath != nil && rulePath == rule.resolvedPath)
  }

  /// Returns true if the decision answers the request. A refusal also holds for another rule at the
  /// same path. A permission holds for the rule as it was or, if the user said so, after the user's
  /// edits; but never for more than was requested then, nor for other programs, actions or paths.
  func settles(_ request: PermissionRequest) -> Bool {
    guard target == request.target, concerns(request.rule) else { return false }
    if decision == .denied { return true }
    if request.includesHidden, !includesHidden { return false }
    if isOutdated || isForOther(than: request) { return false }
    if digest == request.rule.digest { return true }
    return followsEdits && request.rule.isOwn
      && request.rule.wants.allSatisfy { wants.contains($0) }
  }

  /// True if an earlier version stored the grant without ``uses``, so that the user is asked again.
  package var isOutdated: Bool {
    guard case .capability = target else { return false }
    return decision == .authorized && uses == nil
  }

  /// Returns true if the decision is for other uses of the capability than the rule requests.
  func isForOther(than request: PermissionRequest) -> Bool {
    guard case .capability = target else { return false }
    return !request.usesNothing && (uses == nil || uses != request.uses)
  }
}

/// The reason why a rule has to ask again for a permission that it had.
package enum GrantLapse: Sendable {
  /// An earlier version of shotflow did not store the uses of the permission.
  case outdated
  /// The rule would start other programs, do other actions, or use other paths.
  case otherUses
}
