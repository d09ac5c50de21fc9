package import CatalogueLibrary
package import LuaBridge

/// The declaration in a plugin's file: a stage, or a kind of library.
package enum PluginDeclaration {
  case stage(Plugin)
  case library(CatalogueDeclaration)

  /// Reads the declaration of a plugin.
  ///
  /// - Parameter place: The plugin's folder, or its file.
  package init(
    named name: String, at place: String, _ loading: PluginLoader
  ) throws(RuleProblems) {
    guard let file = LibraryPluginFile(at: place) else {
      self = .stage(try loading.plugin(named: name, at: place))
      return
    }
    do {
      self = .library(try CatalogueDeclaration(RuleFile(path: file.path)))
    } catch let problems as RuleProblems {
      throw problems
    } catch {
      throw RuleProblems([RuleProblem(path: file.path, line: 0, message: "\(error)")])
    }
  }

  /// The word for what it declares: the role of a stage, or `library`.
  package var role: String {
    switch self {
    case .stage(let plugin): "\(plugin.role)"
    case .library: "library"
    }
  }

  package var version: String? {
    switch self {
    case .stage(let plugin): plugin.version
    case .library: nil
    }
  }

  package var summary: String {
    switch self {
    case .stage(let plugin): plugin.description.summary
    case .library(let declaration): declaration.summary
    }
  }

  /// The stage; nil for a library.
  package var stage: Plugin? {
    if case .stage(let plugin) = self { plugin } else { nil }
  }
}
