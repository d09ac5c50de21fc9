/// A permission that a rule may need besides a library. The rule requests it in `wants`.
package enum Capability: String, Hashable, Sendable, CaseIterable {
  case clipboard
  case desktop
  case exec
  case network
  case references
  case write

  /// A description of the actions that it permits, for the user.
  package var summary: String {
    switch self {
    case .clipboard: "replace what the clipboard holds"
    case .desktop: "show files in other windows of the desktop"
    case .exec: "start other programs"
    case .network: "use the network"
    case .references: "read originals outside of the library"
    case .write: "write files outside of the cache"
    }
  }

  /// The action for which a stage needs the capability, worded to follow the stage's name.
  package var action: String {
    switch self {
    case .clipboard: "replaces what the clipboard holds"
    case .desktop: "shows files on the desktop"
    case .exec: "starts a program"
    case .network: "uses the network"
    case .references: "reads originals outside of the library"
    case .write: "writes outside of the folder that --out names"
    }
  }
}

/// A capability that a stage of a rule requires, and where the rule calls the stage.
package struct RequiredCapability: Hashable, Sendable {
  package let capability: Capability
  /// The name of the stage.
  package let stage: String
  /// The action for which the stage needs it, worded to follow the stage's name.
  package let action: String
  /// The paths that the action affects, absolute and possibly with symbolic links.
  package let places: [String]
  package let rulePath: String
  /// The line of the call in the rule, from 1.
  package let line: Int

  /// The problem to report if the rule doesn't request the capability.
  package var problem: RuleProblem {
    RuleProblem(
      path: rulePath, line: line,
      message: "\(stage) \(capability.action), which the rule has to ask for; add to its pipeline:"
        + " wants = { \(capability.rawValue) = \"why it is needed\" }, and run it with --allow"
        + " \(capability.rawValue)", token: stage)
  }
}

/// A capability that a rule requests, and the reason.
package struct RequestedCapability: Hashable, Sendable {
  package let capability: Capability
  /// The reason as the rule gives it; nil if it gives none.
  package let reason: String?

  package init(_ capability: Capability, reason: String? = nil) {
    self.capability = capability
    self.reason = reason
  }
}
