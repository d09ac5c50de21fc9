internal import LuaBridge
internal import Platform

/// The folders in which plugins are searched by name: the user's, and the one that ships. The
/// working folder is never searched; the name of a shipped plugin always means that plugin.
public struct PluginFolders: Sendable {
  /// The folder of the user's own plugins; nil if the home folder is unknown.
  public let own: String?
  /// The folders in the environment variable `SHOTFLOW_PLUGINS`, which precede the user's own.
  public package(set) var named: [String]
  /// The folder of shipped plugins; nil if the program was installed without plugins.
  public package(set) var shipped: String?
  /// The folder of the user's own declarations of kinds of library; nil for none.
  public let declarations: String?

  public init(own: String?, named: [String], shipped: String?, declarations: String? = nil) {
    self.own = own
    self.named = named
    self.shipped = shipped
    self.declarations = declarations
  }

  /// The folders in which rules find plugins, in order, without that of the shipped ones.
  public var libraries: [String] { named + (own.map { [$0] } ?? []) }

  /// A plugin found by its name.
  public struct Found: Hashable, Sendable {
    /// The plugin's name.
    public let name: String
    /// The file that declares it.
    public let path: String
    /// The plugin's own folder; nil if the plugin is a single file.
    public let folder: String?
    /// True if the plugin ships with the program.
    public let isShipped: Bool
    /// True if it declares a kind of library, which rules don't use by name.
    public var isLibrary = false

    /// The path by which a rule finds the plugin: its folder, or its file.
    public var place: String { folder ?? path }
  }

  /// Returns all plugins, sorted by name, then in the order of their folders, the shipped one last.
  public func all() -> [Found] {
    let user =
      libraries.flatMap { Self.found(in: $0, isShipped: false) }
      + (declarations.map(Self.declared) ?? [])
    let shipped = shipped.map { Self.found(in: $0, isShipped: true) } ?? []
    return (user + shipped).enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }.map(\.element)
  }

  /// Returns the folders of which ``all()`` knows nothing as they can't be read, each with the cause;
  /// with a name, only those that may hold the plugin of that name.
  public func unreadable(_ name: String? = nil) -> [PluginProblem] {
    let folders = libraries + [shipped].compactMap(\.self)
    let plugins = folders.flatMap { folder in
      FolderListing.names(in: folder).filter { Self.isName($0) && $0 == name ?? $0 }
        .map { "\(folder)/\($0)" }.filter { !FolderListing.isFile($0) }
    }
    let known = Set(all().map(\.place))
    return (folders + [declarations].compactMap(\.self) + plugins.filter { !known.contains($0) })
      .compactMap { folder in
        FolderListing.objection(to: folder).map { PluginProblem("can't read \"\(folder)\": \($0)") }
      }
  }

  /// Returns the plugin of that name that a rule finds; nil if it does not exist.
  public func plugin(named name: String) -> Found? {
    let all = all().filter { $0.name == name }
    return all.first(where: \.isShipped) ?? all.first { !$0.isLibrary } ?? all.first
  }

  /// Returns the declaration of the kind of library with a name: the user's own one before one that
  /// was added; nil if neither exists.
  public func library(named name: String) -> Found? {
    guard Self.isName(name) else { return nil }
    let all =
      (declarations.map(Self.declared) ?? [])
      + (own.map { Self.found(in: $0, isShipped: false) } ?? [])
    return all.first { $0.isLibrary && $0.name == name }
  }

  /// The files that may declare a kind of library, the user's own ones first. No file is read, as
  /// every start needs this list.
  var possibleLibraries: [String] {
    let own = FolderListing.names(in: declarations ?? "").filter {
      $0.hasSuffix(".lua") && !$0.hasSuffix(RuleFile.testSuffix)
        && Self.isName(String($0.dropLast(4)))
    }
    let added = FolderListing.names(in: self.own ?? "").filter(Self.isName).compactMap { name in
      ["init.lua", "\(name).lua"].map { "\(self.own ?? "")/\(name)/\($0)" }.first(
        where: FolderListing.isFile)
    }
    return own.map { "\(declarations ?? "")/\($0)" } + added
  }

  private static func declared(in folder: String) -> [Found] {
    FolderListing.names(in: folder).compactMap { entry in
      let path = "\(folder)/\(entry)"
      guard entry.hasSuffix(".lua"), !entry.hasSuffix(RuleFile.testSuffix),
        isName(String(entry.dropLast(4))), LibraryPluginFile(at: path) != nil
      else { return nil }
      return Found(
        name: String(entry.dropLast(4)), path: path, folder: nil, isShipped: false, isLibrary: true)
    }
  }

  /// Returns the files with a valid name that declare a stage, without modules of other plugins.
  private static func found(in folder: String, isShipped: Bool) -> [Found] {
    FolderListing.names(in: folder).compactMap { entry in
      let path = "\(folder)/\(entry)"
      if entry.hasSuffix(RuleFile.testSuffix) { return nil }
      if entry.hasSuffix(".lua") {
        let name = String(entry.dropLast(4))
        guard isName(name), FolderListing.isFile(path), declaresStage(path) else { return nil }
        return Found(name: name, path: path, folder: nil, isShipped: isShipped)
      }
      guard isName(entry) else { return nil }
      return ["init.lua", "\(entry).lua"].lazy.map { "\(path)/\($0)" }
        .first { FolderListing.isFile($0) }
        .map {
          Found(
            name: entry, path: $0, folder: path, isShipped: isShipped,
            isLibrary: LibraryPluginFile(at: $0) != nil)
        }
    }
  }

  /// Returns true if the file declares a stage, or can't be read, so that lists show its problem.
  private static func declaresStage(_ path: String) -> Bool {
    guard let source = try? RuleFile(path: path).source else { return true }
    return source.contains(#/\bstage\s*[({]/#)
  }

  /// Returns whether a plugin can have this name: a-z, 0-9 and _.
  public static func isName(_ name: String) -> Bool { Plugin.isName(name) }
}
