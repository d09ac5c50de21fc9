internal import Platform
internal import Synchronization

/// The files of a library, each reached from the root through real folders, never through links.
final class PhotosFiles: Sendable {
  /// The root folder.
  package let root: FolderRoot
  /// The readers of the files' headers.
  package let headers: HeaderReaderPool
  let layout: PhotosLayout
  /// True if originals outside of the library that it refers to may be read.
  let allowsReferences: Bool
  private let known = Lock<[String: FolderDirectory]>([:])
  private let listed = Lock<[String: FolderNames]>([:])

  /// Creates the access to a library's files.
  package init(
    _ root: FolderRoot, _ layout: PhotosLayout, _ headers: HeaderReaderPool, allowsReferences: Bool
  ) {
    self.root = root
    self.headers = headers
    self.layout = layout
    self.allowsReferences = allowsReferences
  }

  /// Returns the file with this path from the root; nil without a folder or with `..` in the path.
  func place(_ relativePath: String) -> FilePlace? {
    guard let slash = relativePath.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return place(
      in: String(relativePath[..<slash]),
      named: String(relativePath[relativePath.utf8.index(after: slash)...]))
  }

  private func place(in folder: String, named name: String) -> FilePlace? {
    guard Self.isName(name[...]), let directory = directory(folder) else { return nil }
    return .named(directory, OwnedBytes(name.utf8))
  }

  func existing(_ relativePath: String) -> FilePlace? {
    place(relativePath).flatMap(Self.existing)
  }

  func existing(in folder: String, named name: String) -> FilePlace? {
    place(in: folder, named: name).flatMap(Self.existing)
  }

  /// Returns a regular file outside of the library, in a folder with an absolute path whose parts
  /// may be links, as volumes are, while the file may not; nil without permission.
  func referenced(in folder: String, named name: String) -> FilePlace? {
    guard allowsReferences, folder.hasPrefix("/"), Self.isName(name[...]),
      folder.dropFirst().pathNames(omittingEmpty: false).allSatisfy(Self.isName)
    else { return nil }
    return Self.existing(.path(OwnedBytes("\(folder)/\(name)".utf8)))
  }

  private static func existing(_ place: FilePlace) -> FilePlace? {
    guard let status = try? place.status(), status.isRegularFile else { return nil }
    return place
  }

  /// Returns the names of the files in a folder; read once, as long as the library is open.
  func names(in folder: String) -> FolderNames {
    if let known = listed.withLock({ $0[folder] }) { return known }
    let names = FolderNames(directory(folder))
    return listed.withLock { listed in
      if listed.count >= Self.rememberedFolders { listed.removeAll() }
      listed[folder] = names
      return names
    }
  }

  /// Discards the names of folders that have changed, for a library that stays open.
  func forgetChangedNames() {
    listed.withLock { listed in
      listed = listed.filter { $0.value.isUnchanged }
    }
  }

  private func directory(_ path: String) -> FolderDirectory? {
    if let known = known.withLock({ $0[path] }) { return known }
    var directory = root.directory
    for name in path.pathNames(omittingEmpty: false) {
      guard Self.isName(name) else { return nil }
      directory = FolderDirectory(OwnedBytes(name.utf8), in: directory)
    }
    known.withLock { known in
      // A library has a few hundred folders, but a forged one may name any number.
      if known.count >= Self.rememberedFolders { known.removeAll() }
      known[path] = directory
    }
    return directory
  }

  private static let rememberedFolders = 4096

  private static func isName(_ name: Substring) -> Bool {
    guard name != ".", name != ".." else { return false }
    var name = name
    return name.withUTF8 { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
      return memchr(start, 0, bytes.count) == nil && memchr(start, 0x2F, bytes.count) == nil
    }
  }
}
