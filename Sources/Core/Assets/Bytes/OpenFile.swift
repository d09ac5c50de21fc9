internal import CSystem
internal import Platform

/// A regular file that was opened for reading; closed with the last reference.
public final class OpenFile: Sendable {
  /// The file descriptor; valid as long as this object is held.
  package let descriptor: Int32
  /// The status when the file was opened.
  package let status: FileStatus

  /// Opens a file without following a link in its last part, and without waiting for a pipe.
  ///
  /// - Parameters:
  ///   - directory: the open directory that `name` is in, or `AT_FDCWD`.
  ///   - name: NUL-terminated.
  /// - Throws: ``FileProblem`` when it can't be opened or is not an ordinary file.
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
      throw FileProblem("is not an ordinary file")
    }
    descriptor = opened
    self.status = status
  }

  /// Opens the file of a descriptor again; the caller still has to close the given descriptor.
  ///
  /// - Throws: ``FileProblem`` when it is not an ordinary file, or the process has no descriptor left.
  package init(copying descriptor: Int32) throws(FileProblem) {
    let copied = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copied >= 0 else { throw FileProblem(error: errno) }
    guard let status = FileStatus(descriptor: copied), status.isRegularFile else {
      close(copied)
      throw FileProblem("is not an ordinary file")
    }
    self.descriptor = copied
    self.status = status
  }

  /// Advises the system that reads will be scattered, so that it reads nothing ahead.
  package func expectScatteredReads() {
    #if canImport(Glibc)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM)
    #endif
  }

  /// Advises the system to forget what it keeps of the content in memory, so that the next reads come
  /// from the disk; nothing for what is not written to the disk yet.
  package func forgetCachedContent() {
    #if canImport(Glibc)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #elseif canImport(Darwin)
      _ = fcntl(descriptor, F_NOCACHE, 1)
    #endif
  }

  deinit {
    close(descriptor)
  }
}

extension OpenFile {
  /// Returns the whole content of a small file; less if the file was cut short since it was opened.
  ///
  /// - Returns: nil when it is larger than `limit`.
  /// - Throws: ``FileProblem`` when it can't be read.
  package func bytes(atMost limit: Int) throws(FileProblem) -> [UInt8]? {
    guard status.size <= Int64(limit) else { return nil }
    return try bytes(from: 0, count: Int(status.size))
  }

  /// Returns a part of the content; fewer bytes if the file ends before.
  ///
  /// - Throws: ``FileProblem`` when it can't be read.
  package func bytes(from offset: Int64, count: Int) throws(FileProblem) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, count in
      while count < buffer.count {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
          off_t(offset) + off_t(count))
        if read < 0, errno == EINTR { continue }
        if read < 0 { code = errno }
        if read <= 0 { return }
        count += read
      }
    }
    guard code == 0 else { throw FileProblem(error: code) }
    return bytes
  }
}
