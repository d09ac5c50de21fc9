internal import CSystem
internal import Platform

/// A file without a name, open for reading and writing; gone with its last user.
package final class NamelessFile: Sendable {
  package let descriptor: Int32

  /// Nil when the system has no room for one.
  package init?() {
    let made = csystem_nameless_file()
    guard made >= 0 else { return nil }
    descriptor = made
  }

  /// Keeps it as it is now, though another process has it open.
  ///
  /// - Throws: ``FileProblem`` while that process can still write into it.
  package func seal() throws(FileProblem) {
    guard csystem_seal_file(descriptor) == 0 else { throw FileProblem(error: errno) }
  }

  deinit {
    close(descriptor)
  }
}
