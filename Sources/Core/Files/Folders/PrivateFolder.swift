internal import CSystem
internal import Platform

/// An open folder that the user owns and others can't write to; closed with the last reference. In
/// other folders, someone else's symbolic link could redirect files to any folder.
package final class PrivateFolder: Sendable {
  package let path: String
  /// The handle that keeps the folder open.
  package let handle: DirectoryHandle

  /// Opens a folder below `parent`; only links in `parent` are followed, as the user chose that.
  ///
  /// - Parameters:
  ///   - names: the nested folders below `parent`, outermost first, all owned by the user.
  ///   - makes: true to create missing folders, accessible only to the user.
  package convenience init(
    _ names: [String], below parent: String, makes: Bool
  ) throws(FileProblem) {
    if makes {
      do { try StateDirectories.make(folder: parent) } catch { throw FileProblem("\(error)") }
    }
    try self.init(
      names, in: try DirectoryHandle(directory: AT_FDCWD, name: parent, followsLink: true),
      at: parent, makes: makes)
  }

  /// Opens a folder below an open one, which need not be the user's.
  ///
  /// - Parameters:
  ///   - parentPath: the path of the open folder, for ``path``.
  ///   - makes: true if missing folders are made, for the user alone.
  package convenience init(
    _ names: [String], in parent: DirectoryHandle, at parentPath: String, makes: Bool
  ) throws(FileProblem) {
    var path = parentPath
    var handle = parent
    for name in names {
      path += path.hasSuffix("/") ? name : "/" + name
      if makes, mkdirat(handle.descriptor, name, 0o700) != 0, errno != EEXIST {
        throw FileProblem(error: errno)
      }
      handle = try Self.owned(name, in: handle)
    }
    self.init(handle, path)
  }

  private init(_ handle: DirectoryHandle, _ path: String) {
    self.handle = handle
    self.path = path
  }

  /// The folder's own descriptor; valid as long as this object is held.
  package var descriptor: Int32 { handle.descriptor }

  private static func owned(
    _ name: String, in parent: DirectoryHandle
  ) throws(FileProblem) -> DirectoryHandle {
    let handle = try DirectoryHandle(directory: parent.descriptor, name: name)
    var facts = stat()
    guard fstat(handle.descriptor, &facts) == 0 else { throw FileProblem(error: errno) }
    guard facts.st_uid == geteuid() else { throw FileProblem("belongs to another user") }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw FileProblem("others may write into it")
    }
    return handle
  }

  /// Opens a folder in this one, and creates it if `makes` is true; throws ``FileProblem`` if it is
  /// missing, another user's, or writable by others.
  package func folder(_ name: String, makes: Bool = false) throws(FileProblem) -> PrivateFolder {
    if makes, mkdirat(descriptor, name, 0o700) != 0, errno != EEXIST {
      throw FileProblem(error: errno)
    }
    return PrivateFolder(try Self.owned(name, in: handle), path + "/" + name)
  }

  /// Opens a file for reading.
  package func open(_ name: String) throws(FileProblem) -> OpenFile {
    try OpenFile(directory: descriptor, name: name)
  }

  /// Returns a new file, which gets its name when it is complete.
  package func begin() throws(FileProblem) -> PartialFile {
    try PartialFile(in: handle, mode: Self.fileMode)
  }

  /// The permissions of files in the folder: access only for the user.
  package static let fileMode: UInt32 = 0o600

  /// Writes a file whole or not at all; `syncs` if it must survive a power failure.
  package func write(_ bytes: [UInt8], to name: String, syncs: Bool = false) throws(FileProblem) {
    let file = try begin()
    try file.fill(with: bytes)
    if syncs { try Self.sync(file.descriptor) }
    try file.replace(name)
    if syncs { try sync() }
  }

  /// Syncs the folder's entries, to survive a power failure; ignores file systems that can't.
  package func sync() throws(FileProblem) {
    try Self.sync(descriptor, accepting: EINVAL)
  }

  /// Syncs an open file or folder, and retries after signals; ignores the error number `accepted`.
  package static func sync(_ descriptor: Int32, accepting accepted: Int32 = 0) throws(FileProblem) {
    while fsync(descriptor) != 0, errno != accepted {
      guard errno == EINTR else { throw FileProblem(error: errno) }
    }
  }

  /// Removes a file, if it exists.
  package func remove(_ name: String) {
    unlinkat(descriptor, name, 0)
  }

  /// Removes a folder, if it is empty.
  package func removeEmptyFolder(_ name: String) {
    unlinkat(descriptor, name, AT_REMOVEDIR)
  }

  /// Returns the names of all files and folders, unordered.
  package func names() -> [String] { handle.names() }

  /// Returns size and times of the file with that name; nil unless it is a regular file.
  package func use(of name: String) -> FileUsage? {
    var facts = stat()
    guard fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileUsage(facts)
  }
}
