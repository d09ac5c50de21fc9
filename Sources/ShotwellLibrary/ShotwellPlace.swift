#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where a Shotwell library is: its database, and the pictures that Shotwell made of its assets.
///
/// ```swift
/// ShotwellPlace("shotwell:")             // the user's own library
/// ShotwellPlace("/backup/shotwell")      // a folder with photo.db or data/photo.db in it
/// ShotwellPlace("/backup/photo.db")      // the database itself
/// ```
///
/// Nothing is opened to tell. Any other text gives nil, so that other kinds of library can claim it.
struct ShotwellPlace: Hashable, Sendable {
  /// The path of `photo.db`, as it was named.
  let database: String
  /// The folder with `thumbs128` and `thumbs360` in it, which need not exist.
  let thumbnails: String

  /// The text that names the user's own library.
  static let own = "shotwell:"

  /// - Parameter environment: of the process, for `XDG_DATA_HOME`, `XDG_CACHE_HOME` and `HOME`.
  init?(_ text: String, environment: [String: String]) {
    let ownDatabase = Self.folder("XDG_DATA_HOME", or: ".local/share", in: environment)
      .map { "\($0)/shotwell/data/photo.db" }
    let ownThumbnails = Self.folder("XDG_CACHE_HOME", or: ".cache", in: environment)
      .map { "\($0)/shotwell/thumbs" }
    let found = text == Self.own ? ownDatabase : Self.database(at: text)
    guard let found else { return nil }
    database = found
    // Started with a folder of its own, Shotwell keeps its pictures beside `data`.
    thumbnails =
      found == ownDatabase
      ? ownThumbnails ?? "" : "\(Self.parent(of: Self.parent(of: found)))/thumbs"
  }

  private static func database(at path: String) -> String? {
    if isFile(path) { return name(of: path) == "photo.db" ? path : nil }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    return ["\(folder)/photo.db", "\(folder)/data/photo.db"].first(where: isFile)
  }

  private static func folder(
    _ variable: String, or fallback: String, in environment: [String: String]
  ) -> String? {
    // The XDG specification has relative paths ignored.
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return environment["HOME"].map { "\($0)/\(fallback)" }
  }

  private static func name(of path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }

  /// The folder that a path lies in, also of a relative path.
  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return path == "." || path.isEmpty ? ".." : "."
    }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }
}
