internal import Pipeline
internal import Terminal

/// The rules whose grants an earlier version stored without their purpose, and which need new ones.
package struct OutdatedGrants {
  /// A rule, and the capabilities that the user has to grant again.
  package struct Rule {
    package let path: String
    let name: String
    fileprivate var capabilities: [Capability]
    fileprivate var followsEdits: Bool
    fileprivate let toolName: String

    /// The message with the command that grants the capabilities again.
    package var remedy: String {
      let words =
        [toolName, "auth", "grant", "\(ShellWord.path(path))"]
        + capabilities.flatMap { ["--allow", $0.rawValue] }
        + (followsEdits ? ["--after-edits"] : [])
      return "the rule \"\(name)\" has to be granted again: \(words.joined(separator: " "))"
    }
  }

  package private(set) var rules: [Rule] = []

  /// Reads the stored grants. Throws ``PermissionProblem`` if they can't be read.
  package init(in tool: Tool) throws {
    for grant in try tool.permissions().grants() where grant.isOutdated {
      // A rule whose file is gone needs no permission.
      guard case .capability(let capability) = grant.target, let path = grant.rulePath,
        RuleIdentity.resolve(path) != nil
      else { continue }
      if let place = rules.firstIndex(where: { $0.path == path }) {
        rules[place].capabilities.append(capability)
        rules[place].followsEdits = rules[place].followsEdits && grant.followsEdits
      } else {
        rules.append(
          Rule(
            path: path, name: grant.ruleName, capabilities: [capability],
            followsEdits: grant.followsEdits, toolName: tool.name))
      }
    }
  }
}
