package import LuaBridge
package import Pipeline
internal import Platform
package import Plugins
internal import Terminal

/// A plugin as a line of `shotflow plugins`: its declaration, or its problem.
package struct PluginRecord {
  /// The origin of a plugin: the user's folder, a repository that was added, or the tool.
  package enum Origin: String, CaseIterable {
    case user, added, shipped
  }

  /// The plugin's name and path.
  package let found: PluginFolders.Found
  /// The loaded plugin; nil if it can't be loaded.
  package let plugin: Plugin?
  /// The plugin's entry in `plugins.lock`; nil for a plugin that was not added.
  package let entry: PluginLock.Entry?
  /// The plugin's problem; nil for a plugin that works.
  package let problem: String?
  /// The reason why the plugin's name means another one in a rule; nil if it doesn't.
  private let hidden: String?

  package init(
    _ found: PluginFolders.Found, entry: PluginLock.Entry?, change: String?, hidden: String?,
    _ loading: PluginLoader
  ) {
    self.found = found
    self.entry = entry
    self.hidden = hidden
    do {
      plugin = try loading.plugin(named: found.name, at: found.place)
      problem = change ?? hidden
    } catch {
      plugin = nil
      problem =
        change
        ?? error.problems.first.map { problem in
          (problem.line > 0 ? "line \(problem.line): " : "") + problem.message
        }
    }
  }

  /// The plugin's origin.
  package var origin: Origin { found.isShipped ? .shipped : entry == nil ? .user : .added }

  /// The cells of the plugin's row in a table.
  package var cells: [String] {
    [
      found.name, plugin.map { "\($0.role)" } ?? "", plugin?.version ?? "", origin.rawValue,
      found.place, problem ?? plugin?.description.summary ?? "",
    ].map { TerminalText.escaped($0) }
  }

  /// Writes the plugin as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "plugin")
    writer.write("name", found.name)
    if let plugin {
      writer.write("role", "\(plugin.role)")
      writer.write("version", plugin.version)
      writer.write("summary", plugin.description.summary)
    }
    writer.write("from", origin.rawValue)
    writer.write("path", found.place)
    if let entry {
      writer.write("url", entry.url)
      writer.write("ref", entry.ref)
      writer.write("commit", entry.commit)
    }
    if let problem { writer.write("problem", problem) }
    writer.end()
  }
}
