internal import Pipeline
internal import Terminal

/// The rules that have to be permitted again, as an earlier version did not note what for.
package struct OutdatedGrants {
  /// A rule and what has to be permitted.
  package struct Rule {
    package let path: String
    let name: String
    fileprivate var capabilities: [Capability]
    fileprivate var followsEdits: Bool
    fileprivate let toolName: String

    /// The command to type, in a sentence.
    package var remedy: String {
      let words =
        [toolName, "auth", "grant", "\(ShellWord.path(path))"]
        + capabilities.flatMap { ["--allow", $0.rawValue] }
        + (followsEdits ? ["--after-edits"] : [])
      return "the rule \"\(name)\" has to be granted again: \(words.joined(separator: " "))"
    }
  }

  package private(set) var rules: [Rule] = []

  /// - Throws: ``PermissionProblem``, or ``StateDirectoryError``.
  package init(in tool: Tool) throws {
    for grant in try tool.permissions().grants() where grant.isOutdated {
      // A rule that is gone asks for nothing.
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
