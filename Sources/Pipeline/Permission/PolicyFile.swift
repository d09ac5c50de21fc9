#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where an administrator's policy is, and whose it has to be.
///
/// No variable of the environment leads elsewhere: whoever starts the program is the one whom the
/// policy binds.
package struct PolicyFile: Sendable {
  private let path: String
  private let owner: uid_t

  /// The one that counts.
  package static let standard = PolicyFile(path: "/etc/shotflow/policy", owner: 0)

  private static let largest = 1 << 20

  /// - Parameter owner: who may have written it.
  init(path: String, owner: uid_t) {
    self.path = path
    self.owner = owner
  }

  /// The policy; nil where there is none.
  ///
  /// - Throws: ``FileProblem`` for one that can't be read, is not understood or that someone else
  ///   could have written.
  package func load() throws(FileProblem) -> Policy? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw problem(FileProblem(error: errno).reason)
    }
    defer { close(file) }
    try check(file)
    var bytes = [UInt8](repeating: 0, count: Self.largest + 1)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(file, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw problem(FileProblem(error: errno).reason) }
      if read == 0 { break }
      count += read
    }
    guard count <= Self.largest,
      let text = String(validating: bytes[..<count], as: UTF8.self)
    else { throw problem("is no text of at most \(Self.largest >> 20) MiB") }
    do {
      return try Policy(text, path: path)
    } catch {
      throw problem(error.reason)
    }
  }

  /// The file and its folder have to be the administrator's own.
  private func check(_ file: Int32) throws(FileProblem) {
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw problem(FileProblem(error: errno).reason) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw problem("is no regular file") }
    try check(facts, "it")
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    guard stat(folder, &facts) == 0 else { throw problem(FileProblem(error: errno).reason) }
    try check(facts, "its folder")
  }

  private func check(_ facts: stat, _ name: String) throws(FileProblem) {
    guard facts.st_uid == owner else { throw problem("\(name) does not belong to root") }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw problem("others than root may write into \(name)")
    }
  }

  private func problem(_ reason: String) -> FileProblem {
    FileProblem("the administrator's policy \"\(path)\" can't be believed: \(reason)")
  }
}
