/// A rule that wants to use something.
package struct PermissionRequest: Hashable, Sendable {
  package let rule: RuleIdentity
  package let target: PermissionTarget
  /// Whether it wants to see hidden assets too.
  package let includesHidden: Bool
  /// The hash of the programs that it would start, with their words; nil where it would start none.
  package let programs: String?

  package init(
    _ rule: RuleIdentity, _ target: PermissionTarget, includesHidden: Bool = false,
    programs: String? = nil
  ) {
    self.rule = rule
    self.target = target
    self.includesHidden = includesHidden
    self.programs = programs
  }
}
