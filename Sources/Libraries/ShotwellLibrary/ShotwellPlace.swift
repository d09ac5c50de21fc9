internal import Platform

/// The paths of a Shotwell library: its database, and the thumbnails that Shotwell made.
///
/// ```swift
/// ShotwellPlace("/backup/shotwell")      // a folder with photo.db or data/photo.db in it
/// ShotwellPlace("/backup/photo.db")      // the database itself
/// ```
///
/// No file is opened. Any other path is nil, so that other kinds of library can recognise it.
struct ShotwellPlace: Hashable, Sendable {
  /// The path of `photo.db`, as the user named it.
  let database: String
  /// The folder that contains `thumbs128` and `thumbs360`; it need not exist.
  let thumbnails: String

  /// The text by which the user names their own library.
  static let ownName = "shotwell:"

  typealias Environment = (String) -> String?

  private static func process(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// - Parameter environment: has `XDG_DATA_HOME`, `XDG_CACHE_HOME`, `HOME`; nil: the process's.
  init?(_ path: String, environment: Environment? = nil) {
    let environment = environment ?? Self.process
    let own = Self.ownDatabase(environment)
    guard let found = path == own ? path : Self.database(at: path) else { return nil }
    database = found
    // If Shotwell is started with a folder of its own, its thumbnails are beside `data`.
    if let own, Self.isSame(own, found) {
      let cache = Self.folder("XDG_CACHE_HOME", or: ".cache", environment)
      thumbnails = cache.map { "\($0)/shotwell/thumbs" } ?? ""
    } else {
      thumbnails = "\(Self.parent(of: Self.parent(of: found)))/thumbs"
    }
  }

  /// Returns the path of the user's own library; nil if the user's folders are unknown.
  static func ownDatabase(_ environment: Environment? = nil) -> String? {
    folder("XDG_DATA_HOME", or: ".local/share", environment ?? process)
      .map { "\($0)/shotwell/data/photo.db" }
  }

  private static func database(at path: String) -> String? {
    if isFile(path) { return name(of: path) == "photo.db" ? path : nil }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    return ["\(folder)/photo.db", "\(folder)/data/photo.db"].first(where: isFile)
  }

  private static func folder(
    _ variable: String, or fallback: String, _ environment: Environment
  ) -> String? {
    // The XDG specification requires that relative paths are ignored.
    if let path = environment(variable), path.hasPrefix("/") { return path }
    return environment("HOME").map { "\($0)/\(fallback)" }
  }

  private static func name(of path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return path == "." || path.isEmpty ? ".." : "."
    }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var (facts, others) = (stat(), stat())
    guard stat(path, &facts) == 0, stat(other, &others) == 0 else { return path == other }
    return facts.st_dev == others.st_dev && facts.st_ino == others.st_ino
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }
}
