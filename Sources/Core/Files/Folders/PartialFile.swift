internal import CSystem
internal import Platform

/// A file that gets its name when it is completely written. Until then it has no name if the system
/// supports that, so that a crash leaves nothing behind. Elsewhere it has a hidden name and a lock
/// (flock(2)), by which ``removeAbandoned(in:)`` recognises files that no process is writing. A
/// file without a final name is removed with this object.
package final class PartialFile {
  /// The descriptor, open for reading and writing.
  package let descriptor: Int32
  private let folder: DirectoryHandle
  /// The list that the file is added to before it gets its name; nil for no list.
  private let written: WrittenFiles?
  private var hiddenName: String?

  /// The prefix of all hidden names.
  package static let prefix = ".shotflow-"
  private static let ending = ".part"
  private static let nameLimit = 8

  /// Creates an empty file in `folder`; `mode` is its permissions, limited by the process's umask.
  package init(
    in folder: DirectoryHandle, mode: UInt32, notedBy written: WrittenFiles? = nil
  ) throws(FileProblem) {
    self.folder = folder
    self.written = written
    let unnamed = csystem_unnamed_file_in(folder.descriptor, mode_t(truncatingIfNeeded: mode))
    if unnamed >= 0 {
      descriptor = unnamed
      return
    }
    guard errno == ENOTSUP else { throw FileProblem(error: errno) }
    let (made, name) = try Self.makeHidden(in: folder, mode_t(truncatingIfNeeded: mode))
    (descriptor, hiddenName) = (made, name)
  }

  /// True if the file has a hidden name, which a crash would leave behind.
  package var isHidden: Bool { hiddenName != nil }

  deinit {
    if let hiddenName { unlinkat(folder.descriptor, hiddenName, 0) }
    close(descriptor)
  }

  private static func makeHidden(
    in folder: DirectoryHandle, _ mode: mode_t
  ) throws(FileProblem) -> (Int32, String) {
    for _ in 0..<nameLimit {
      let name = newName()
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let made = openat(folder.descriptor, name, flags, mode)
      guard made >= 0 else {
        if errno == EEXIST || errno == EINTR { continue }
        throw FileProblem(error: errno)
      }
      // A process that cleans up may have removed it already.
      var status = stat()
      if flock(made, LOCK_EX | LOCK_NB) == 0, fstat(made, &status) == 0, status.st_nlink > 0 {
        return (made, name)
      }
      unlinkat(folder.descriptor, name, 0)
      close(made)
    }
    throw FileProblem(error: EEXIST)
  }

  private static func newName() -> String {
    prefix + String(UInt64.random(in: 0 ... .max), radix: 36) + ending
  }

  /// Gives the file a new name; returns 0 or an errno, such as EEXIST if the name exists.
  package func place(as name: UnsafePointer<CChar>) -> Int32 {
    guard let written else { return give(name) }
    var error: Int32 = 0
    _ = written.noting(FileStatus(descriptor: descriptor)) {
      error = give(name)
      return error == 0
    }
    return error
  }

  private func give(_ name: UnsafePointer<CChar>) -> Int32 {
    let placed: Int32
    if let hiddenName {
      placed = csystem_rename_new(folder.descriptor, hiddenName, name)
      if placed == 0 { self.hiddenName = nil }
    } else {
      placed = csystem_name_file(descriptor, folder.descriptor, name)
    }
    return placed == 0 ? 0 : errno
  }

  /// Gives the file a name, and replaces a file of that name; a folder of that name is removed if
  /// it is empty, and otherwise gets a hidden name.
  package func replace(_ name: UnsafePointer<CChar>) throws(FileProblem) {
    if hiddenName == nil {
      let error = place(as: name)
      if error == 0 { return }
      guard error == EEXIST else { throw FileProblem(error: error) }
      let made = Self.newName()
      guard csystem_name_file(descriptor, folder.descriptor, made) == 0 else {
        throw FileProblem(error: errno)
      }
      hiddenName = made
    }
    guard let hiddenName else { return }
    if renameat(folder.descriptor, hiddenName, folder.descriptor, name) != 0 {
      guard errno == EISDIR else { throw FileProblem(error: errno) }
      clearFolder(name)
      guard renameat(folder.descriptor, hiddenName, folder.descriptor, name) == 0 else {
        throw FileProblem(error: errno)
      }
    }
    self.hiddenName = nil
  }

  private func clearFolder(_ name: UnsafePointer<CChar>) {
    if unlinkat(folder.descriptor, name, AT_REMOVEDIR) == 0 { return }
    _ = csystem_rename_new(folder.descriptor, name, Self.newName())
  }

  /// Returns a copy of the first `count` bytes in a file that no other process has open; needed for
  /// a file from another process, which could still write to it.
  package func copy(_ count: Int64, mode: UInt32) throws(FileProblem) -> PartialFile {
    let copy = try PartialFile(in: folder, mode: mode, notedBy: written)
    var offset: Int64 = 0
    while offset < count {
      let wanted = Int(min(count - offset, 8 << 20))
      let copied = csystem_copy(descriptor, copy.descriptor, offset, wanted)
      if copied < 0 { throw FileProblem(error: Int32(truncatingIfNeeded: -copied)) }
      guard copied > 0 else { throw FileProblem("the decoder wrote less than it said") }
      offset += Int64(copied)
    }
    return copy
  }

  /// Returns true for a name that a file has until it is completely written.
  package static func isHiddenName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.starts(with: prefix.utf8) && name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// Removes hidden files that killed processes left behind, on systems where files need names.
  package static func removeAbandoned(in folder: DirectoryHandle) {
    let collector = EntryCollector(includesHidden: true)
    // Files that can't be listed are left for another time.
    _ = csystem_list(
      folder.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    for found in collector.found {
      let bytes = collector.names[Int(found.start)..<Int(found.start) + Int(found.count)]
      guard isHiddenName(bytes) else { continue }
      let name = String(decoding: bytes, as: UTF8.self)
      guard let file = try? OpenFile(directory: folder.descriptor, name: name),
        flock(file.descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlinkat(folder.descriptor, name, 0)
    }
  }
}
