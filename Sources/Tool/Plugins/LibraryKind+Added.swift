internal import CatalogueLibrary
package import Engine

extension LibraryKind {
  /// Returns the kind of library that reads catalogues by a declaration, the user's own or an added
  /// one; an added declaration that has changed since is refused.
  ///
  /// - Parameters:
  ///   - own: The user's own folders.
  ///   - places: Returns all folders of plugins.
  ///   - installer: Returns the user's added plugins.
  package static func declared(
    in own: PluginFolders, among places: @escaping @Sendable () -> PluginFolders, toolName: String,
    _ installer: @escaping @Sendable () throws -> PluginInstaller
  ) -> LibraryKind {
    declared(
      finding: { places().library(named: $0)?.path },
      checking: { try installer().check([$0], toolName: toolName) },
      adding: addedFields(of: own.possibleLibraries))
  }
}
