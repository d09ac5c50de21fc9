/// A rule that wants to use something.
package struct PermissionRequest: Hashable, Sendable {
  package let rule: RuleIdentity
  package let target: PermissionTarget
  /// Whether it wants to see hidden assets too.
  package let includesHidden: Bool

  package init(_ rule: RuleIdentity, _ target: PermissionTarget, includesHidden: Bool = false) {
    self.rule = rule
    self.target = target
    self.includesHidden = includesHidden
  }
}
