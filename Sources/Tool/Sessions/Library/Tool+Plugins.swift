package import LuaBridge
package import Pipeline
package import Plugins
internal import Terminal

extension Tool {
  /// The folders in which plugins are found by name.
  package var pluginPlaces: PluginFolders {
    var places = ownPluginPlaces
    (places.named, places.shipped) = (namedPluginFolders, shippedPlugins)
    return places
  }

  /// The folders of the user's own plugins alone, without the search for others at every start.
  var ownPluginPlaces: PluginFolders {
    let own = (try? directories())?.configuration
    return PluginFolders(
      own: own.map { "\($0)/plugins" }, named: [], shipped: nil,
      declarations: own.map { "\($0)/libraries" })
  }

  /// The folders in `SHOTFLOW_PLUGINS`, separated by colons. Relative paths are ignored.
  private var namedPluginFolders: [String] {
    let named = Environment["SHOTFLOW_PLUGINS"]?.split(separator: ":").map(String.init) ?? []
    return named.filter { $0.hasPrefix("/") }
  }

  var shippedPlugins: String? { InstalledFolder("plugins").path }

  /// The loader of plugins with this tool's stages.
  package var pluginLoading: PluginLoader { PluginLoader(components, shipped: shippedPlugins) }

  /// Returns the plugins that rules find by name and that can be loaded.
  package func workingPlugins() -> [Plugin] {
    let places = pluginPlaces
    return places.all().filter { places.plugin(named: $0.name) == $0 }.compactMap { found in
      try? pluginLoading.plugin(named: found.name, at: found.place)
    }
  }

  /// Returns the installer of plugins; throws ``StateDirectoryError`` if no home folder is known.
  package func pluginInstaller(
    unless isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(StateDirectoryError) -> PluginInstaller {
    PluginInstaller(
      configuration: try directories().configuration, pluginLoading, unless: isCancelled)
  }

  /// Throws ``PluginProblem`` if a plugin among `files`, from which a rule was loaded, has changed
  /// since it was added.
  func checkPlugins(_ files: [String]) throws {
    guard !files.isEmpty, let installer = try? pluginInstaller() else { return }
    try installer.check(files, toolName: name)
  }
}
