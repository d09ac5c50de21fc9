/// What a rule may need besides a library; a rule that does says so in `wants`.
package enum Capability: String, Hashable, Sendable, CaseIterable {
  case clipboard
  case desktop
  case exec
  case network
  case references
  case write

  /// What a person allows.
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

  /// What a stage does that needs it, behind the stage's name.
  package var deed: String {
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
