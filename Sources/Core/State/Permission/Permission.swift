/// The answer to a rule's request for one library or capability.
package struct Permission: Sendable {
  /// The status of the permission.
  package let status: AuthorizationStatus
  /// The source of the restriction; nil unless the status is `restricted`.
  package let restriction: Restriction?
  /// The assets of a library that the rule may see; nil unless the permission is limited.
  package let chosen: ChosenAssets?

  /// True if the rule may use the library or capability, completely or in part.
  package var isGiven: Bool { status == .authorized || status == .limited }

  package init(_ status: AuthorizationStatus, chosen: ChosenAssets? = nil) {
    precondition(status != .restricted, "a restriction says whose it is")
    precondition((status == .limited) == (chosen != nil), "a choice goes with the limited state")
    self.status = status
    self.chosen = chosen
    restriction = nil
  }

  package init(_ restriction: Restriction) {
    status = .restricted
    self.restriction = restriction
    chosen = nil
  }
}

/// The status of a rule's permission: PhotoKit's `PHAuthorizationStatus`, by its names.
package enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  /// The user has not decided yet.
  case notDetermined
  /// An administrator or the system forbids it; the user can't change that.
  case restricted
  case denied
  case authorized
  /// The user permitted only some assets; others do not exist for the rule.
  case limited
}

/// The source of a restriction that the user can't lift.
package enum Restriction: Hashable, Sendable {
  /// The administrator's policy, with the path and line, such as `/etc/shotflow/policy:3`.
  case policy(String)
  /// A policy that can't be trusted or read, with the reason; it may forbid anything.
  case unreadablePolicy(String)
  /// The system, with its reason.
  case system(String)
}
