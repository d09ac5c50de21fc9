internal import CSystem
internal import Platform

/// A file without a name, open for reading and writing, which exists until it is closed.
package final class NamelessFile: Sendable {
  package let descriptor: Int32

  /// Creates an empty file; nil if the system can't.
  package init?() {
    let made = csystem_nameless_file()
    guard made >= 0 else { return nil }
    descriptor = made
  }

  /// Makes the content immutable, although another process has the file open; throws
  /// ``FileProblem`` if that process can still write into it.
  package func seal() throws(FileProblem) {
    guard csystem_seal_file(descriptor) == 0 else { throw FileProblem(error: errno) }
  }

  deinit {
    close(descriptor)
  }
}
