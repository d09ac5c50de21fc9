internal import Platform

/// The administrator's policy: its path and required owner. No environment variable changes the
/// path, as the policy restricts the user who starts the program.
package struct PolicyFile: Sendable {
  private let path: String
  private let owner: uid_t

  /// The file that applies to every run.
  package static let standard = PolicyFile(path: "/etc/shotflow/policy", owner: 0)

  private static let largest = 1 << 20

  /// - Parameter owner: The user who has to own the file and its folder.
  init(path: String, owner: uid_t) {
    self.path = path
    self.owner = owner
  }

  /// Loads the policy; nil if none exists. Throws ``FileProblem`` for a policy that can't be
  /// read, can't be parsed, or that another user could have written.
  package func load() throws(FileProblem) -> Policy? {
    do throws(FileProblem) {
      let file: OpenFile
      do throws(FileProblem) {
        file = try OpenFile(directory: AT_FDCWD, name: path)
      } catch {
        if error.code == ENOENT || error.code == ENOTDIR { return nil }
        throw error
      }
      try check(file.descriptor)
      guard let bytes = try file.bytes(atMost: Self.largest),
        let text = String(validating: bytes, as: UTF8.self)
      else { throw FileProblem("is no text of at most \(Self.largest >> 20) MiB") }
      return try Policy(text, path: path)
    } catch {
      throw FileProblem(
        "the administrator's policy \"\(path)\" can't be believed: \(error.reason)")
    }
  }

  /// Throws unless only the administrator can write to the file and its folder.
  private func check(_ file: Int32) throws(FileProblem) {
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw FileProblem(error: errno) }
    try check(facts, "it")
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    guard stat(folder, &facts) == 0 else { throw FileProblem(error: errno) }
    try check(facts, "its folder")
  }

  private func check(_ facts: stat, _ name: String) throws(FileProblem) {
    guard facts.st_uid == owner else { throw FileProblem("\(name) does not belong to root") }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw FileProblem("others than root may write into \(name)")
    }
  }
}
