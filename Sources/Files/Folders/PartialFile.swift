internal import CSystem
internal import Platform

/// A file of a folder that is being written, and gets its name when it is whole.
///
/// It has none until then where the system knows such files, so that a kill leaves nothing behind.
/// Elsewhere it has a hidden name and a lock (flock(2)), by which ``removeAbandoned(in:)`` can tell
/// that nobody writes it any more. One that was not placed is gone with this object.
package final class PartialFile {
  /// Open for reading and writing.
  package let descriptor: Int32
  private let folder: DirectoryHandle
  /// Is told of the file before it gets its name; nil where nobody asks.
  private let written: WrittenFiles?
  /// The hidden name, while it has one.
  private var hiddenName: String?

  /// How all hidden names begin.
  package static let prefix = ".shotflow-"
  private static let ending = ".part"
  private static let nameLimit = 8

  /// - Parameter mode: the permissions, less what the process's mask takes away.
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

  /// Whether a kill would leave something behind.
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
      // Who clears up may have come first, and has removed it.
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

  /// Gives it a name that is free; answers 0, or an errno, which is EEXIST for one that is taken.
  package func place(as name: UnsafePointer<CChar>) -> Int32 {
    written?.note(descriptor)
    let placed: Int32
    if let hiddenName {
      placed = csystem_rename_new(folder.descriptor, hiddenName, name)
      if placed == 0 { self.hiddenName = nil }
    } else {
      placed = csystem_name_file(descriptor, folder.descriptor, name)
    }
    return placed == 0 ? 0 : errno
  }

  /// Gives it a name, in place of whatever is called so.
  ///
  /// A folder that lies there is removed if it is empty, and gets a hidden name otherwise.
  package func replace(_ name: String) throws(FileProblem) {
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

  private func clearFolder(_ name: String) {
    if unlinkat(folder.descriptor, name, AT_REMOVEDIR) == 0 { return }
    _ = csystem_rename_new(folder.descriptor, name, Self.newName())
  }

  /// The first bytes of it in a file of its own, which nobody else has open.
  ///
  /// For what another process wrote: it could still write into this one.
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

  /// Removes what processes that were killed left behind, where files need names.
  package static func removeAbandoned(in folder: DirectoryHandle) {
    let collector = EntryCollector(includesHidden: true)
    // What can't be listed is left for another time.
    _ = csystem_list(
      folder.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    for found in collector.found {
      let bytes = collector.names[Int(found.start)..<Int(found.start) + Int(found.count)]
      guard bytes.starts(with: prefix.utf8),
        bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8)
      else { continue }
      let name = String(decoding: bytes, as: UTF8.self)
      guard let file = try? OpenFile(directory: folder.descriptor, name: name),
        flock(file.descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlinkat(folder.descriptor, name, 0)
    }
  }
}
