public import Engine
internal import Platform

/// The text of a rule, and the folders in which its modules lie.
public struct RuleFile: Sendable, Hashable {
  /// The path as the user gave it, or another word for the text; messages begin with it.
  public let path: String
  /// The name of the rule: the file's name without `.lua`.
  public let name: String
  public let source: String
  /// False for a text that is in no file, such as one from a pipe.
  public let isFile: Bool
  /// The ending of files that hold tests of rules and plugins, which are neither themselves.
  public static let testSuffix = "_test.lua"
  /// The folders that `require` looks in, in order.
  let moduleFolders: [ModuleFolder]

  /// Reads a rule from a file, or from an open descriptor that a path such as `/dev/fd/63` names.
  ///
  /// - Parameters:
  ///   - libraries: folders for modules besides the rule's own.
  ///   - shipped: the folder of the plugins that come with the program, whose names are taken.
  /// - Throws: ``RuleProblem`` with line 0 when there is no such file, when it is not a regular
  ///   file, is larger than 1 MiB or is not UTF-8.
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
  /// - Parameter path: what messages call it.
  /// - Throws: ``RuleProblem`` with line 0 as for a file.
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

  /// A rule whose text is already here, such as one that ships with the program.
  ///
  /// - Parameters:
  ///   - folder: the folder that counts as the rule's own, with a slash at its end; nil for none.
  ///   - packages: plugins by their names, each a file or a folder, wherever it is.
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

  /// The folder as it is written before a file's name: `rules/`, or nothing for this folder.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }
}
