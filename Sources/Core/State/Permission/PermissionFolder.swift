internal import Platform

/// The folder with the files of the user's decisions, to which only the user can have written.
struct PermissionFolder: Sendable {
  let path: String
  private let base: String
  private let name: String

  /// The greatest size of a file, in bytes; a choice of 100,000 assets has some megabytes.
  private static let largestFile = 64 << 20
  /// The milliseconds to wait for the folder's lock while another process stores a decision.
  private static let patience = 5000

  /// - Parameter path: The folder; symbolic links in the path above it are followed, as the user
  ///   chose it.
  init(_ path: String) {
    self.path = path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    base = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[path.utf8.index(after: slash)...])
  }

  func path(of file: String) -> String { "\(path)/\(file)" }

  /// Reads a file's bytes; nil if it does not exist. Throws
  /// ``PermissionProblem/notTrusted(path:reason:)`` if other users could have written it.
  func read(_ file: String) throws(PermissionProblem) -> [UInt8]? {
    do throws(FileProblem) {
      guard let folder = try opened(makes: false) else { return nil }
      let opened: OpenFile
      do throws(FileProblem) {
        opened = try folder.open(file)
      } catch {
        if error.code == ENOENT { return nil }
        throw error
      }
      return try bytes(of: opened)
    } catch {
      throw .notTrusted(path: path(of: file), reason: error.reason)
    }
  }

  /// Calls `body` while no other process writes to the folder; creates the folder if it is missing.
  func withLock<Result>(
    _ body: (PrivateFolder) throws(PermissionProblem) -> Result
  ) throws(PermissionProblem) -> Result {
    let lockFile = "permissions.lock"
    let folder: PrivateFolder
    do throws(FileProblem) {
      guard let made = try opened(makes: true) else { throw FileProblem(error: ENOENT) }
      folder = made
    } catch {
      throw .notWritten(path: path, reason: error.reason)
    }
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openat(folder.descriptor, lockFile, flags, 0o600)
    guard descriptor >= 0 else {
      throw .notWritten(path: path(of: lockFile), reason: FileProblem(error: errno).reason)
    }
    // Closing releases the lock.
    defer { close(descriptor) }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .notWritten(path: path(of: lockFile), reason: FileProblem(error: errno).reason)
      }
      guard waited < Self.patience else { throw .busy(path: path(of: lockFile)) }
      usleep(10_000)
      waited += 10
    }
    return try body(folder)
  }

  /// Writes a file that appears whole or not at all, and survives a power failure.
  func write(
    _ bytes: [UInt8], to file: String, in folder: PrivateFolder
  ) throws(PermissionProblem) {
    do throws(FileProblem) {
      try folder.write(bytes, to: file, syncs: true)
    } catch {
      throw .notWritten(path: path(of: file), reason: error.reason)
    }
  }

  /// Appends all of the bytes or none to an existing file; returns false if it does not exist.
  func append(
    _ bytes: [UInt8], to file: String, in folder: PrivateFolder
  ) throws(PermissionProblem) -> Bool {
    let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = openat(folder.descriptor, file, flags)
    if descriptor < 0, errno == ENOENT { return false }
    do throws(FileProblem) {
      guard descriptor >= 0 else { throw FileProblem(error: errno) }
      defer { close(descriptor) }
      try Self.check(descriptor)
      try Self.append(bytes, to: descriptor)
    } catch {
      throw .notWritten(path: path(of: file), reason: error.reason)
    }
    return true
  }

  private func opened(makes: Bool) throws(FileProblem) -> PrivateFolder? {
    do throws(FileProblem) {
      return try PrivateFolder([name], below: base, makes: makes)
    } catch {
      if !makes, error.code == ENOENT { return nil }
      throw error
    }
  }

  private func bytes(of file: OpenFile) throws(FileProblem) -> [UInt8] {
    try Self.check(file.descriptor)
    guard let bytes = try file.bytes(atMost: Self.largestFile) else {
      throw FileProblem("is too large")
    }
    return bytes
  }

  private static func check(_ descriptor: Int32) throws(FileProblem) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw FileProblem(error: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw FileProblem("is not an ordinary file") }
    guard facts.st_uid == geteuid() else { throw FileProblem("belongs to another user") }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw FileProblem("others may write into it")
    }
  }

  private static func append(_ bytes: [UInt8], to descriptor: Int32) throws(FileProblem) {
    let end = lseek(descriptor, 0, SEEK_END)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let problem = FileProblem(error: count < 0 ? errno : ENOSPC)
        // Otherwise the next line would follow a part of this one.
        if end >= 0, rest.count < bytes.count { ftruncate(descriptor, end) }
        throw problem
      }
      rest = rest.dropFirst(count)
    }
    try PrivateFolder.sync(descriptor)
  }
}
