internal import Platform

/// The names in a folder, as candidates for the end of a path.
package struct PathListing {
  /// The kinds of files that are listed besides folders.
  package enum Files: Sendable {
    case none, all
    case named(suffix: String)
  }

  /// The files and folders, sorted by the bytes of their names; folders end with a slash.
  package let candidates: [Candidate]

  /// The greatest number of names that are read of one folder.
  private static let mostNames = 100_000

  /// Lists the folder of an unfinished path. Links are listed as their targets. Names that are not
  /// UTF-8 are left out, and hidden ones unless the name begins with a dot.
  ///
  /// - Parameters:
  ///   - folder: empty for the current folder; otherwise it ends with a slash.
  ///   - start: the start of the name; it only decides if hidden names are listed.
  ///   - expandsTilde: true if `~` means the user's home.
  package init(_ folder: String, start: String, _ files: Files, expandsTilde: Bool) {
    var path = folder.isEmpty ? "." : folder
    if expandsTilde, folder.hasPrefix("~/"), let home = getenv("HOME") {
      path = String(cString: home) + folder.dropFirst()
    }
    guard let list = opendir(path) else {
      candidates = []
      return
    }
    defer { closedir(list) }
    var found: [Candidate] = []
    var count = 0
    while count < Self.mostNames, let entry = readdir(list) {
      count += 1
      let kind = entry.pointee.d_type
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name != ".", name != "..", !name.hasPrefix(".") || start.hasPrefix(".") else {
        continue
      }
      // At the start of an argument such names would be read as an option or a home folder.
      if folder.isEmpty, name.hasPrefix("-") || name.hasPrefix("~") { continue }
      if Self.isFolder(kind, name, in: list) {
        found.append(Candidate(name + "/", isWhole: false))
      } else if Self.isListed(name, files) {
        found.append(Candidate(name))
      }
    }
    candidates = found.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  private static func isListed(_ name: String, _ files: Files) -> Bool {
    switch files {
    case .none: false
    case .all: true
    case .named(let suffix): name.hasSuffix(suffix)
    }
  }

  private static func isFolder(_ kind: UInt8, _ name: String, in list: Folder) -> Bool {
    if kind == UInt8(DT_DIR) { return true }
    guard kind == UInt8(DT_LNK) || kind == UInt8(DT_UNKNOWN) else { return false }
    var facts = stat()
    return fstatat(dirfd(list), name, &facts, 0) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  #if canImport(Darwin)
    private typealias Folder = UnsafeMutablePointer<DIR>
  #else
    private typealias Folder = OpaquePointer
  #endif
}
