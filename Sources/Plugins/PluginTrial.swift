internal import LuaBridge
internal import StageContract

/// The contract of a plugin, tried on assets that are made for it.
///
/// Each kind of plugin has one: ``LuaPluginTrial`` for stages in Lua.
public protocol PluginTrial: Sendable {
  /// What the plugin is called.
  var name: String { get }

  /// How many promises of the contract are looked at, for the report.
  var promises: [String] { get }

  /// The promises that the plugin breaks, in words; empty for one that keeps them all.
  func violations() -> [String]
}

/// The contract of a stage that a Lua file declares.
public struct LuaPluginTrial: PluginTrial {
  public let name: String
  private let plugin: Plugin
  private let place: String
  private let loading: PluginLoading

  /// Nil for a place that holds no Lua file.
  ///
  /// - Throws: ``PluginProblem``, or ``RuleProblems`` for a plugin that can't be loaded.
  public init?(at place: String, _ loading: PluginLoading) throws {
    let isLua =
      FolderListing.isFolder(place)
      ? FolderListing.names(in: place).contains { $0.hasSuffix(".lua") } : place.hasSuffix(".lua")
    guard isLua else { return nil }
    name = try PluginLoading.name(at: place)
    plugin = try loading.plugin(named: name, at: place)
    self.place = place
    self.loading = loading
  }

  public var promises: [String] {
    [
      "loads and is described", "takes its options and refuses others",
      "takes every sample, those of which nothing is known too",
      "gives its fields the types that it says", "does the same in one lane and in four",
      "keeps to the bounds of time and memory", "does not print",
    ]
  }

  public func violations() -> [String] {
    let (name, place, loading) = (name, place, loading)
    return StageContract(of: plugin) { loading.rule($0, using: name, at: place) }.violations()
  }
}
