internal import Console
internal import LuaBridge
internal import Pipeline
internal import Plugins

extension Tool {
  /// The folders in which plugins are found by name.
  var pluginPlaces: PluginFolders {
    let own = (try? directories())?.configuration
    return PluginFolders(
      own: own.map { "\($0)/plugins" }, named: namedPluginFolders, shipped: shippedPlugins)
  }

  /// Those in `SHOTFLOW_PLUGINS`, joined by colons. Relative ones count as not named.
  private var namedPluginFolders: [String] {
    let named = Environment["SHOTFLOW_PLUGINS"]?.split(separator: ":").map(String.init) ?? []
    return named.filter { $0.hasPrefix("/") }
  }

  /// The folder of the plugins that come with the program; nil where it has none.
  var shippedPlugins: String? { InstalledFolder("plugins").path }

  var pluginLoading: PluginLoading { PluginLoading(components, shipped: shippedPlugins) }

  /// The plugins that rules find by name and that work.
  func workingPlugins() -> [Plugin] {
    let places = pluginPlaces
    return places.all().filter { places.plugin(named: $0.name) == $0 }.compactMap { found in
      try? pluginLoading.plugin(named: found.name, at: found.place)
    }
  }

  /// The plugins that came from repositories.
  ///
  /// - Throws: ``StateDirectoryError``.
  func pluginShelf(
    unless isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(StateDirectoryError) -> PluginShelf {
    PluginShelf(configuration: try directories().configuration, pluginLoading, unless: isCancelled)
  }

  /// Refuses a rule whose plugins are not as they were added.
  ///
  /// - Parameter files: those that the rule was loaded from.
  /// - Throws: ``PluginProblem``.
  func checkPlugins(_ files: [String]) throws {
    guard !files.isEmpty, let shelf = try? pluginShelf() else { return }
    try shelf.check(files, toolName: name)
  }
}
