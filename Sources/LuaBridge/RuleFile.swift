public import Engine
internal import Platform

/// The text of a rule, and the folders of its modules.
public struct RuleFile: Sendable, Hashable {
  /// The path as the user gave it, or a description of the text's source; messages begin with it.
  public let path: String
  /// The name of the rule: the file's name without `.lua`.
  public let name: String
  /// The text of the rule.
  public let source: String
  /// True if the text is in a file, unlike one from a pipe.
  public let isFile: Bool
  /// The suffix of files with tests of rules and plugins, which are neither rules nor plugins.
  public static let testSuffix = "_test.lua"
  let moduleFolders: [ModuleFolder]

  /// Reads a rule from a file, or from an open descriptor that a path such as `/dev/fd/63` names.
  ///
  /// - Parameters:
  ///   - libraries: Folders of modules besides the rule's own.
  ///   - shipped: The folder of the plugins that ship with the program; no other plugin may have
  ///     their names.
  /// - Throws: ``RuleProblem`` with line 0 if the file does not exist, is not a regular file, is
  ///   larger than 1 MiB or is not UTF-8.
  public init(path: String, libraries: [String] = [], shipped: String? = nil) throws(RuleProblem) {
    let descriptor = SourceReader.descriptor(named: path)
    let source: String
    do throws(SourceProblem) {
      if let descriptor {
        source = try SourceReader.read(stream: descriptor)
      } else {
        source = try SourceReader.readFile(path)
      }
    } catch {
      throw RuleProblem(path: path, line: 0, message: error.message)
    }
    let folders =
      descriptor == nil ? [ModuleFolder(path: Self.folder(of: path), origin: .rule)] : []
    self.init(
      path: path, source: source, isFile: descriptor == nil,
      folders + Self.folders(libraries, shipped))
  }

  /// Reads a rule from an open descriptor to its end, such as standard input.
  ///
  /// - Throws: ``RuleProblem`` with line 0 if the text is larger than 1 MiB or is not UTF-8.
  public init(descriptor: Int32, path: String, libraries: [String] = [], shipped: String? = nil)
    throws(RuleProblem)
  {
    let source: String
    do throws(SourceProblem) {
      source = try SourceReader.read(stream: descriptor)
    } catch {
      throw RuleProblem(path: path, line: 0, message: error.message)
    }
    self.init(path: path, source: source, isFile: false, Self.folders(libraries, shipped))
  }

  /// Creates a rule from a text in memory, such as one that ships with the program.
  ///
  /// - Parameters:
  ///   - folder: The folder that counts as the rule's own, with a slash at its end; nil for none.
  ///   - packages: The paths of plugins, each a file or a folder in any place, by their names.
  public init(
    path: String, source: String, in folder: String? = nil, libraries: [String] = [],
    packages: [String: String] = [:], shipped: String? = nil
  ) {
    let own = folder.map { [ModuleFolder(path: $0, origin: .rule)] } ?? []
    let packages = packages.map { ModuleFolder(path: $1, origin: .user, package: $0) }
    self.init(
      path: path, source: source, isFile: false,
      own + packages.sorted { $0.path < $1.path } + Self.folders(libraries, shipped))
  }

  private init(path: String, source: String, isFile: Bool, _ moduleFolders: [ModuleFolder]) {
    self.path = path
    self.source = source
    self.isFile = isFile
    self.moduleFolders = moduleFolders
    name = Self.name(of: path)
  }

  private static func folders(_ libraries: [String], _ shipped: String?) -> [ModuleFolder] {
    libraries.map { ModuleFolder(path: $0, origin: .user) }
      + (shipped.map { [ModuleFolder(path: $0, origin: .shipped)] } ?? [])
  }

  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".lua") && last.count > 4 ? String(last.dropLast(4)) : last
  }

  /// Returns the folder as a prefix of a file's name: `rules/`, or nothing for the working folder.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }
}
