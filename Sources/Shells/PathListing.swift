internal import Platform

/// The names in a folder, as candidates for the end of a path.
package struct PathListing {
  /// Which files are listed beside folders.
  package enum Files: Sendable {
    case none, all
    case named(suffix: String)
  }

  package let candidates: [Candidate]

  /// More names of one folder are not looked at.
  private static let mostNames = 100_000

  /// Lists the folder that a path begins with.
  ///
  /// Links count as what they lead to. Names that are no UTF-8 are left out, and hidden ones unless the
  /// name begins with a dot.
  ///
  /// - Parameters:
  ///   - folder: empty for the one at hand, else with its slash at the end.
  ///   - start: the start of the name.
  ///   - expandsTilde: whether `~` means the user's home.
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
      // At the start of a word they would mean an option or a home folder.
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
