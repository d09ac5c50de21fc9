internal import Platform

/// The places that a rule names, each with where it led when the user was asked about it.
///
/// The path without links is used, so a link that later gets another target redirects nothing.
///
/// ```swift
/// context.permission.places = GrantedPlaces(of: ["/home/ann/sorted"])
/// let path = context.permission.places["/home/ann/sorted"]
/// ```
package struct GrantedPlaces: Sendable {
  /// The paths without links, by the bytes of the rule's paths: two that are equal as Unicode text
  /// may lead to different folders.
  private var resolved: [[UInt8]: [UInt8]] = [:]

  /// - Parameter paths: absolute paths, as stages derive them from the rule.
  package init(of paths: [String] = []) {
    for path in paths { resolved[Array(path.utf8)] = Self.resolved(path) }
  }

  /// The path without links; nil for a path that the user was not asked about.
  package subscript(path: String) -> [UInt8]? { resolved[Array(path.utf8)] }

  /// Returns the path without links, as far as it exists.
  package static func resolved(_ path: String) -> [UInt8] {
    let names = path.pathNames
    for count in names.indices.reversed().map({ $0 + 1 }) + [0] {
      let prefix = "/" + names.prefix(count).joined(separator: "/")
      if let start = RealPath(prefix) {
        return names.dropFirst(count).reduce(start.bytes) { path, name in
          path + (path.last == slash ? [] : [slash]) + Array(name.utf8)
        }
      }
      // What can't be looked at is opened without links, or not at all.
      if errno != ENOENT { break }
    }
    return Array("/\(names.joined(separator: "/"))".utf8)
  }

  private static let slash = UInt8(ascii: "/")
}
