internal import Console
internal import LuaBridge
internal import Pipeline

/// A rule around stages that are in no rule file.
struct StageRule {
  /// The beginning of messages about it.
  let label: String
  /// Plugins that the stages are called by.
  let uses: [String]
  /// The calls of its stages, the source first.
  let calls: String
  /// The folder that counts as the rule's own, with a slash at its end; nil for none.
  var folder: String?
  /// Plugins by their names, each a file or a folder.
  var packages: [String: String] = [:]

  /// The text of the rule, which asks the user for what its stages can't do without.
  func text(in tool: Tool, _ messages: Messages) -> String {
    text(asking: needs(in: tool, messages))
  }

  /// The rule as one that is in no file.
  func file(in tool: Tool, _ messages: Messages) -> RuleFile {
    file(text(in: tool, messages), in: tool)
  }

  private func file(_ text: String, in tool: Tool) -> RuleFile {
    RuleFile(
      path: label, source: text, in: folder, libraries: tool.pluginFolders, packages: packages,
      shipped: tool.shippedPlugins)
  }

  private func text(asking needs: [CapabilityNeed]) -> String {
    let wishes = needs.map { "\($0.capability.rawValue) = \"a command says so\"" }
    let wants = wishes.isEmpty ? "" : ", wants = { \(wishes.joined(separator: ", ")) }"
    let uses = uses.map { "use \(LuaText.quoted($0)) " }.joined()
    return "\(uses)return pipeline { \(calls)\(wants) }"
  }

  /// What the stages can't do without; nothing for stages that are wrong, which their run reports.
  private func needs(in tool: Tool, _ messages: Messages) -> [CapabilityNeed] {
    let file = file(text(asking: []), in: tool)
    guard let loaded = try? tool.loader(messages).inspect(file, now: .current, prints: false)
    else { return [] }
    let builder = PlanBuilder(
      components: tool.components(of: loaded), rulePath: label, now: .current)
    return (try? builder.plan(loaded.stages).needs) ?? []
  }
}
