package import LuaBridge
internal import Pipeline

/// A generated rule around stages that the user gives without a rule file.
package struct StageRule {
  /// The name of the rule in messages.
  package let label: String
  /// The plugins whose names the stages use.
  let uses: [String]
  /// The Lua calls of the stages, the source first.
  let calls: String
  /// The folder of the rule's relative paths, with a slash at its end; nil for none.
  var folder: String?
  /// The paths of plugins, each a file or a folder, by the plugins' names.
  var packages: [String: String] = [:]

  /// Creates a rule of `calls`, in which the plugins `uses` are known.
  package init(
    label: String, uses: [String], calls: String, folder: String? = nil,
    packages: [String: String] = [:]
  ) {
    self.label = label
    self.uses = uses
    self.calls = calls
    self.folder = folder
    self.packages = packages
  }

  /// Returns the text of the rule, which requests the capabilities that its stages require.
  package func text(in tool: Tool, _ messages: Messages) -> String {
    text(asking: needs(in: tool, messages))
  }

  /// Returns the rule as a file without a path.
  package func file(in tool: Tool, _ messages: Messages) -> RuleFile {
    file(text(in: tool, messages), in: tool)
  }

  private func file(_ text: String, in tool: Tool) -> RuleFile {
    RuleFile(
      path: label, source: text, in: folder, libraries: tool.pluginFolders, packages: packages,
      shipped: tool.shippedPlugins)
  }

  private func text(asking needs: [RequiredCapability]) -> String {
    let requirements = needs.map { "\($0.capability.rawValue) = \"a command says so\"" }
    let wants = requirements.isEmpty ? "" : ", wants = { \(requirements.joined(separator: ", ")) }"
    let uses = uses.map { "use \(LuaText.quoted($0)) " }.joined()
    return "\(uses)return pipeline { \(calls)\(wants) }"
  }

  /// Returns the capabilities that the stages require; empty if they are invalid, as a run reports.
  private func needs(in tool: Tool, _ messages: Messages) -> [RequiredCapability] {
    let file = file(text(asking: []), in: tool)
    guard let loaded = try? tool.loader(messages).inspect(file, now: .current, prints: false)
    else { return [] }
    let builder = PlanBuilder(
      components: tool.components(of: loaded), rulePath: label, now: .current)
    return (try? builder.plan(loaded.stages).needs) ?? []
  }
}
