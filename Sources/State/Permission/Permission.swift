/// What a rule may do with what it asked for.
package struct Permission: Sendable {
  package let status: AuthorizationStatus
  /// Why it is restricted; nil in the other states.
  package let restriction: Restriction?
  /// What the rule sees of a library, when it is limited.
  package let chosen: ChosenAssets?

  /// Whether the rule may have all or some of it.
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
