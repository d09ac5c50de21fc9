internal import Platform
internal import Synchronization

/// A private folder that is opened on first use; safe from any thread.
package final class LazyFolder: Sendable {
  private let parent: String
  private let names: [String]
  private let opened = Lock<PrivateFolder?>(nil)

  /// - Parameter names: the folders below `parent`, outermost first, which the user has to own.
  package init(_ names: [String], below parent: String) {
    self.names = names
    self.parent = parent
  }

  package var path: String { ([parent] + names).joined(separator: "/") }

  /// Returns the folder; nil if it does not exist or may not be used.
  package func existing() -> PrivateFolder? {
    if let folder = opened.withLock({ $0 }) { return folder }
    guard let folder = try? PrivateFolder(names, below: parent, makes: false) else { return nil }
    opened.withLock { $0 = folder }
    return folder
  }

  /// Throws ``FileProblem`` if the folder exists and may not be used.
  package func check() throws(FileProblem) {
    do throws(FileProblem) {
      _ = try PrivateFolder(names, below: parent, makes: false)
    } catch {
      if error.code != ENOENT { throw error }
    }
  }

  /// Calls `body` with the folder, which is created if it does not exist or was removed meanwhile.
  package func make<Result>(
    _ body: (PrivateFolder) throws(FileProblem) -> Result
  ) throws(FileProblem) -> Result {
    if let folder = existing() {
      do {
        return try body(folder)
      } catch  where error.code == ENOENT {
        opened.withLock { $0 = nil }
      }
    }
    let folder = try PrivateFolder(names, below: parent, makes: true)
    opened.withLock { $0 = folder }
    return try body(folder)
  }
}
