internal import Pipeline
internal import Platform

/// Paths that look like one that does not exist: a name in them has another kind of space, as macOS
/// writes it before "PM", or accents in another form.
package enum LookalikePath {
  /// Returns the only existing path that looks like one that does not exist; nil if the path exists,
  /// and if none or several look like it.
  package static func of(_ path: String) -> String? {
    exists(path) ? nil : existing(path)
  }

  /// Returns the end of a message that says that something is missing; empty if nothing looks like it.
  package static func remark(on lookalike: String?) -> String {
    lookalike.map { ", but \"\($0)\" with other spaces or accents" } ?? ""
  }

  /// Returns true if two names differ at most in the kinds of their spaces and accents.
  static func areAlike(_ name: String, _ other: String) -> Bool {
    name.elementsEqual(other) { $0 == $1 || $0.isWhitespace && $1.isWhitespace }
  }

  private static func existing(_ path: String) -> String? {
    if exists(path) { return path }
    guard let name = path.pathNames.last else { return nil }
    let above = path[..<name.startIndex]
    guard let folder = above.isEmpty ? "" : existing(String(above)),
      let handle = try? DirectoryHandle(
        directory: AT_FDCWD, name: folder.isEmpty ? "." : folder, followsLink: true)
    else { return nil }
    let found = handle.names(includingLinks: true).filter { areAlike($0, String(name)) }
    guard found.count == 1 else { return nil }
    return folder + (folder.isEmpty || folder.hasSuffix("/") ? "" : "/") + found[0]
  }

  private static func exists(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }
}
