public import Engine
internal import Platform

/// The text of a rule, and the folders in which its modules lie.
public struct RuleFile: Sendable, Hashable {
  /// The path as the person gave it; messages name it.
  public let path: String
  public let source: String
  /// The folders that `require` looks in, in order.
  let moduleFolders: [String]

  /// The name of the rule: the file's name without `.lua`.
  public var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".lua") && last.count > 4 ? String(last.dropLast(4)) : last
  }

  /// Reads a rule.
  ///
  /// - Parameter libraries: folders for modules besides the rule's own.
  /// - Throws: ``RuleProblem`` with line 0 when there is no such file, when it is not a regular
  ///   file, is larger than 1 MiB or is not UTF-8.
  public init(path: String, libraries: [String] = []) throws(RuleProblem) {
    do throws(SourceProblem) {
      source = try SourceReader.readFile(path)
    } catch {
      throw RuleProblem(path: path, line: 0, message: error.message)
    }
    self.path = path
    moduleFolders = [Self.folder(of: path)] + libraries
  }

  /// A rule whose text is already here, such as one that ships with the program.
  public init(path: String, source: String, libraries: [String] = []) {
    self.path = path
    self.source = source
    moduleFolders = libraries
  }

  /// The folder as it is written before a file's name: `rules/`, or nothing for this folder.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }
}
