internal import CSystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open folder that is the user's own, and that nobody else may write into.
///
/// What others could have put there is no cache: a link would lead files to where its maker wants
/// them. Closed when the last user lets go.
final class PrivateFolder: Sendable {
  let path: String
  private let handle: DirectoryHandle

  /// Opens a folder below `parent`, whose own links are followed: the person named it.
  ///
  /// - Parameters:
  ///   - names: the folders below, from the top; each of them has to be the user's own.
  ///   - makes: whether folders that are missing are made, for the user alone.
  convenience init(
    _ names: [String], below parent: String, makes: Bool
  ) throws(FileProblem) {
    if makes {
      do { try StateDirectories.make(folder: parent) } catch { throw FileProblem("\(error)") }
    }
    var path = parent
    var handle = try DirectoryHandle(directory: AT_FDCWD, name: parent, followsLink: true)
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
  var descriptor: Int32 { handle.descriptor }

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

  /// A folder in this one.
  func folder(_ name: String, makes: Bool = false) throws(FileProblem) -> PrivateFolder {
    if makes, mkdirat(descriptor, name, 0o700) != 0, errno != EEXIST {
      throw FileProblem(error: errno)
    }
    return PrivateFolder(try Self.owned(name, in: handle), path + "/" + name)
  }

  func open(_ name: String) throws(FileProblem) -> OpenFile {
    try OpenFile(directory: descriptor, name: name)
  }

  /// Makes a file under a name that nobody else takes.
  func makePartialFile() throws(FileProblem) -> (descriptor: Int32, name: String) {
    for _ in 0..<8 {
      let name = Self.partialPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let opened = openat(descriptor, name, flags, 0o600)
      if opened >= 0 { return (opened, name) }
      guard errno == EEXIST else { throw FileProblem(error: errno) }
    }
    throw FileProblem(error: EEXIST)
  }

  /// How files are called that are not whole yet.
  static let partialPrefix = ".shotflow-"

  /// Writes a file that appears whole or not at all.
  func write(_ bytes: [UInt8], to name: String) throws(FileProblem) {
    let (file, partialName) = try makePartialFile()
    let written = pwrite(file, bytes, bytes.count, 0)
    let error = errno
    close(file)
    guard written == bytes.count else {
      remove(partialName)
      throw FileProblem(error: written < 0 ? error : ENOSPC)
    }
    try rename(partialName, to: name)
  }

  /// Gives a file another name, in place of what is called so.
  func rename(_ name: String, to other: String) throws(FileProblem) {
    guard renameat(descriptor, name, descriptor, other) == 0 else {
      throw FileProblem(error: errno)
    }
  }

  func remove(_ name: String) {
    unlinkat(descriptor, name, 0)
  }

  func removeEmptyFolder(_ name: String) {
    unlinkat(descriptor, name, AT_REMOVEDIR)
  }

  /// The names of all files and folders, in no order.
  func names() -> [String] {
    let collector = EntryCollector(includesHidden: true)
    // A folder that can't be read to its end is one with fewer names.
    _ = csystem_list(descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    return collector.found.map { found in
      let (start, count) = (Int(found.start), Int(found.count))
      return String(decoding: collector.names[start..<start + count], as: UTF8.self)
    }
  }

  /// What the file system says of the file with that name.
  func use(of name: String) -> FileUse? {
    var facts = stat()
    guard fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileUse(facts)
  }
}
