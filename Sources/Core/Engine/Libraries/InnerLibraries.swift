internal import Platform
internal import Synchronization

/// The libraries of other programs that are inside of the folders that a run lists, and that the
/// readers of these folders leave out. Safe from any thread.
package final class InnerLibraries: RunResource {
  private let found = Lock<[String]>([])

  package init() {}

  /// The absolute paths of the libraries, in the order in which they were found.
  package var paths: [String] { found.withLock { $0 } }

  package func note(_ path: String) {
    found.withLock { if !$0.contains(path) { $0.append(path) } }
  }
}

extension RunContext {
  /// The libraries inside of folders, for whoever reads them, too; nil to name them to the user.
  package var innerLibraries: InnerLibraries? {
    get { resources[InnerLibraries.self] }
    set { resources[InnerLibraries.self] = newValue }
  }
}
