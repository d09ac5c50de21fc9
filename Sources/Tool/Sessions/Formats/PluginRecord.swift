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
  private let declared: PluginDeclaration?
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
      declared = try PluginDeclaration(named: found.name, at: found.place, loading)
      problem = change ?? hidden
    } catch {
      declared = nil
      problem =
        change
        ?? error.problems.first.map { problem in
          (problem.line > 0 ? "line \(problem.line): " : "") + problem.message
        }
    }
  }

  /// The stage that the plugin declares; nil for a library, and if it can't be loaded.
  package var plugin: Plugin? { declared?.stage }

  /// The plugin's origin.
  package var origin: Origin { found.isShipped ? .shipped : entry == nil ? .user : .added }

  /// The cells of the plugin's row in a table.
  package var cells: [String] {
    [
      found.name, declared?.role ?? "", declared?.version ?? "", origin.rawValue, found.place,
      problem ?? declared?.summary ?? "",
    ].map { TerminalText.escaped($0) }
  }

  /// Writes the plugin as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "plugin")
    writer.write("name", found.name)
    if let declared {
      writer.write("role", declared.role)
      if let version = declared.version { writer.write("version", version) }
      writer.write("summary", declared.summary)
    }
    writer.write("from", origin.rawValue)
    writer.write("path", found.place)
    if let entry {
      writer.write("url", entry.shownURL)
      writer.write("ref", entry.ref)
      writer.write("commit", entry.commit)
    }
    if let problem { writer.write("problem", problem) }
    writer.end()
  }
}
