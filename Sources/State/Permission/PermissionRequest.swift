/// A rule that wants to use something.
package struct PermissionRequest: Hashable, Sendable {
  package let rule: RuleIdentity
  package let target: PermissionTarget
  /// Whether it wants to see hidden assets too.
  package let includesHidden: Bool
  /// The hash of the programs that it would start, with their words, or of the places on the network that
  /// its stages would use; nil where there are none.
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

  /// A rule that wants a capability for what its stages do.
  ///
  /// - Parameter deeds: in words; those on the network are part of what is permitted, as elsewhere is
  ///   another place.
  /// - Throws: ``FileProblem`` when the system can't hash.
  package init(
    _ rule: RuleIdentity, _ capability: Capability, deeds: [String]
  ) throws(FileProblem) {
    let places = capability == .network ? deeds : []
    self.init(rule, .capability(capability), programs: try Self.digest(of: places))
  }

  private static func digest(of deeds: [String]) throws(FileProblem) -> String? {
    if deeds.isEmpty { return nil }
    let state = try HashState(.sha256)
    for deed in deeds.sorted() { (Array(deed.utf8) + [0]).withUnsafeBytes(state.update) }
    return try state.finish().hexadecimal
  }
}
