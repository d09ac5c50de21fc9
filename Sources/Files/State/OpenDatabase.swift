package import GRDB

/// A database that is open as long as this is there.
///
/// GRDB's queue stays in memory when it is closed. libdispatch frees one on a thread of its own, for
/// which it opens files: where no descriptor is left it ends the process, and starting a thread for
/// nothing takes time.
package final class OpenDatabase: Sendable {
  package let queue: DatabaseQueue

  package init(path: String, configuration: Configuration = Configuration()) throws {
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  deinit {
    // One that has work left is closed by GRDB, when it is freed.
    guard (try? queue.close()) != nil else { return }
    _ = Unmanaged.passRetained(queue)
  }
}
