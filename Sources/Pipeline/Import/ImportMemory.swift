internal import Platform

/// The memories of what an import put into folders: each folder has one of its own, so that what was
/// thrown away in one may come to another.
package struct ImportMemory: Sendable {
  /// The name of the memory of the user's own library, with which those of other folders begin.
  private let name: String

  /// - Parameter name: The name in the rule; that of `shotflow import` is `import`.
  package init(_ name: String) { self.name = name }

  /// Returns the name of the memory of a folder, by its path without links; nil for the user's own
  /// library.
  func name(of folder: String?) -> String {
    guard let folder, let digest = try? ContentHasher.digest(.sha256, of: Array(folder.utf8)) else {
      return name
    }
    let end = "-\(digest.hexadecimal.prefix(16))"
    return "\(name.prefix(Ledger.longestMemory - end.count))\(end)"
  }

  /// Returns the names of the memories that may have a file: those of the folders around it, the
  /// innermost first, then that of the user's own library, which has the folders `own`, if it is in it.
  package func names(around path: [UInt8], own: [FolderPath]) -> [String] {
    let slashes = path.indices.reversed().filter { path[$0] == UInt8(ascii: "/") }
    let folders = slashes.map { $0 == 0 ? "/" : String(decoding: path[..<$0], as: UTF8.self) }
    let file = FolderPath(real: String(decoding: path, as: UTF8.self))
    return folders.map(name(of:)) + (own.contains { file.isWithin($0) } ? [name] : [])
  }
}
