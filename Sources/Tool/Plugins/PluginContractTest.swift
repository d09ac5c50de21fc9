internal import Contracts
public import Engine
internal import LuaBridge
internal import Platform
internal import Runs

/// A test of a plugin's contract on samples; each kind of plugin has its own.
public protocol PluginContractTest: Sendable {
  /// The name of the plugin.
  var name: String { get }

  /// The promises of the contract that are tested, for the report.
  var promises: [String] { get }

  /// Returns the violations of the contract, each as a sentence; empty if there are none.
  func violations() -> [String]
}

/// The contract test of a stage that a Lua file declares.
public struct LuaPluginContractTest: PluginContractTest {
  public let name: String
  private let plugin: Plugin
  private let place: String
  private let loading: PluginLoader
  private let samples: [[Field: FieldValue]]

  /// Loads the plugin; nil if the path has no Lua file. Throws ``PluginProblem`` if it has no valid
  /// name, or ``RuleProblems`` if it can't be loaded.
  ///
  /// - Parameter samples: Further assets, for a plugin that looks for something rare.
  public init?(
    at place: String, _ loading: PluginLoader, samples: [[Field: FieldValue]] = []
  ) throws {
    let isLua =
      FolderListing.isFolder(place)
      ? FolderListing.names(in: place).contains { $0.hasSuffix(".lua") } : place.hasSuffix(".lua")
    guard isLua else { return nil }
    name = try PluginLoader.name(at: place)
    plugin = try loading.plugin(named: name, at: place)
    self.place = place
    self.loading = loading
    self.samples = samples
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
    return StageContract(of: plugin, samples: samples) { loading.rule($0, using: name, at: place) }
      .violations()
  }
}

/// The contract test of a program that rules may start, in any language.
package struct ProgramContractTest: PluginContractTest {
  private let contract: ProgramContract

  /// Finds the program; nil for a missing or a Lua file. Throws for a file that is not executable.
  package init?(at path: String) throws(PluginProblem) {
    var status = stat()
    guard !path.hasSuffix(".lua"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    guard access(path, X_OK) == 0 else {
      throw PluginProblem(
        "\"\(path)\" is no program yet, as it is not executable: chmod +x \(path)", .usage)
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    contract = ProgramContract(of: ["./\(name)"], beside: folder)
  }

  package var name: String { contract.name }
  package var promises: [String] { contract.promises }
  package func violations() -> [String] { contract.violations() }
}
