internal import CSystem
internal import Platform

/// A regular file that was opened for reading; closed when the last user lets go.
public final class OpenFile: Sendable {
  package let descriptor: Int32
  package let status: FileStatus

  /// Opens a file without following a link in its last part, and without waiting for a pipe.
  ///
  /// - Parameters:
  ///   - directory: the open directory that `name` is in, or `AT_FDCWD`.
  ///   - name: NUL-terminated.
  /// - Throws: ``FileProblem`` when it can't be opened or is no regular file.
  package init(directory: Int32, name: UnsafePointer<CChar>) throws(FileProblem) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let opened = csystem_open_at(directory, name, flags)
    guard opened >= 0 else { throw FileProblem(error: errno) }
    guard let status = FileStatus(descriptor: opened) else {
      let problem = FileProblem(error: errno)
      close(opened)
      throw problem
    }
    guard status.isRegularFile else {
      close(opened)
      throw FileProblem("is no regular file")
    }
    descriptor = opened
    self.status = status
  }

  /// The file behind a descriptor that stays the caller's.
  ///
  /// - Throws: ``FileProblem`` when it is no regular file, or no descriptor is left.
  package init(copying descriptor: Int32) throws(FileProblem) {
    let copied = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copied >= 0 else { throw FileProblem(error: errno) }
    guard let status = FileStatus(descriptor: copied), status.isRegularFile else {
      close(copied)
      throw FileProblem("is no regular file")
    }
    self.descriptor = copied
    self.status = status
  }

  /// Tells the system that a few places will be read and not what follows them, so that it reads
  /// nothing ahead.
  package func expectScatteredReads() {
    #if canImport(Glibc)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM)
    #endif
  }

  deinit {
    close(descriptor)
  }
}
