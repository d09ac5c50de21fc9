/// A rule's request to use one library or capability.
package struct PermissionRequest: Hashable, Sendable {
  /// The rule that makes the request.
  package let rule: RuleIdentity
  /// The requested target.
  package let target: PermissionTarget
  /// True if the rule wants to see hidden assets, too.
  package let includesHidden: Bool
  /// The hash of the rule's uses of a capability: the programs that it would start with their
  /// arguments, or its actions with their paths; nil for a library, and for programs that are not
  /// found.
  package let uses: String?
  /// True if the rule would not use the capability.
  package let usesNothing: Bool

  package init(
    _ rule: RuleIdentity, _ target: PermissionTarget, includesHidden: Bool = false,
    uses: String? = nil
  ) {
    self.init(rule, target, includesHidden: includesHidden, uses: uses, usesNothing: false)
  }

  /// Creates a rule's request for a capability; throws ``FileProblem`` if the system can't hash.
  package init(
    _ rule: RuleIdentity, _ capability: Capability, for uses: [CapabilityUse]
  ) throws(FileProblem) {
    self.init(
      rule, .capability(capability), includesHidden: false,
      uses: try CapabilityUse.digest(of: uses), usesNothing: uses.isEmpty)
  }

  private init(
    _ rule: RuleIdentity, _ target: PermissionTarget, includesHidden: Bool, uses: String?,
    usesNothing: Bool
  ) {
    self.rule = rule
    self.target = target
    self.includesHidden = includesHidden
    self.uses = uses
    self.usesNothing = usesNothing
  }
}
