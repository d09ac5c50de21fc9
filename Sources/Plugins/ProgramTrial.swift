internal import Engine
internal import Platform

/// The contract of a program that rules may start, whatever it is written in.
package struct ProgramTrial: PluginTrial {
  private let contract: ProgramContract

  /// Nil for what is no file, or is a file of Lua.
  ///
  /// - Throws: ``PluginProblem`` for a file that is not executable.
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
