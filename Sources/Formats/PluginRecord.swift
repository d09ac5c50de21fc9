internal import JSON
package import LuaBridge
package import Pipeline
package import Plugins
internal import Terminals

/// A plugin that was found, as a list shows it: what it declares, or what is wrong with it.
package struct PluginRecord {
  package enum Origin: String, CaseIterable {
    case user, added, shipped
  }

  package let found: PluginFolders.Found
  package let plugin: Plugin?
  package let entry: PluginLock.Entry?
  /// Nil for a plugin that works.
  package let problem: String?
  /// Why a rule does not find it by its name.
  private let hidden: String?

  package init(
    _ found: PluginFolders.Found, entry: PluginLock.Entry?, change: String?, hidden: String?,
    _ loading: PluginLoading
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

  package var origin: Origin { found.isShipped ? .shipped : entry == nil ? .user : .added }

  /// The cells of a table.
  package var cells: [String] {
    [
      found.name, plugin.map { "\($0.role)" } ?? "", plugin?.version ?? "", origin.rawValue,
      found.place, problem ?? plugin?.description.summary ?? "",
    ].map { TerminalText.escaped($0) }
  }

  /// Writes it as a line of JSON.
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
