internal import LuaBridge
internal import Platform

/// The folders in which plugins are found by name: those that the user has, and the one that ships.
///
/// The folder at hand is never searched, and no file takes the name of a plugin that ships.
public struct PluginFolders: Sendable {
  /// The folder for the user's own; nil where no home is known.
  public let own: String?
  /// Those that a variable of the environment names, before the user's own.
  public let named: [String]
  /// Nil where the program was installed without plugins.
  public let shipped: String?

  public init(own: String?, named: [String], shipped: String?) {
    self.own = own
    self.named = named
    self.shipped = shipped
  }

  /// The folders that rules look in, in order, without those that ship.
  public var libraries: [String] { named + (own.map { [$0] } ?? []) }

  /// A file that is a plugin by its name.
  public struct Found: Hashable, Sendable {
    public let name: String
    /// The file that declares it.
    public let path: String
    /// The folder that is the plugin's alone; nil for a single file.
    public let folder: String?
    public let isShipped: Bool

    /// The folder and the files beside it, as a rule finds them.
    public var place: String { folder ?? path }
  }

  /// All plugins, by name; of several with one name, the first that a rule would find comes first.
  public func all() -> [Found] {
    let user = libraries.flatMap { Self.found(in: $0, isShipped: false) }
    let shipped = shipped.map { Self.found(in: $0, isShipped: true) } ?? []
    return (user + shipped).enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }.map(\.element)
  }

  /// The plugin of that name that a rule would find; nil when it does not exist.
  public func plugin(named name: String) -> Found? {
    let all = all().filter { $0.name == name }
    return all.first(where: \.isShipped) ?? all.first
  }

  /// The files of a folder whose names plugins may have and that declare a stage, without those that
  /// other plugins require.
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
        .map { Found(name: entry, path: $0, folder: path, isShipped: isShipped) }
    }
  }

  /// Whether a file's text says so; one that can't be read is listed with its problem.
  private static func declaresStage(_ path: String) -> Bool {
    guard let source = try? RuleFile(path: path).source else { return true }
    return source.contains(#/\bstage\s*[({]/#)
  }

  /// True for a name that a plugin can have: a-z, 0-9 and _.
  public static func isName(_ name: String) -> Bool { Plugin.isName(name) }
}
