internal import Platform
internal import Synchronization

/// The files that a run itself wrote, which a watch must not report; safe from any thread.
package final class WrittenFiles: Sendable {
  private let state = Lock(State())

  private struct State {
    /// The latest files; `earlier` has those before.
    var recent: Set<Identity> = []
    var earlier: Set<Identity> = []
  }

  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// The number of files after which earlier ones are dropped, as the watch saw them long ago.
  private static let most = 10_000

  package init() {}

  /// Adds a file, before it gets its name.
  package func note(_ descriptor: Int32) {
    guard let status = FileStatus(descriptor: descriptor) else { return }
    note(status)
  }

  /// Adds a file before it is renamed.
  package func note(_ status: FileStatus) {
    state.withLock { state in
      if state.recent.count >= Self.most { (state.earlier, state.recent) = (state.recent, []) }
      state.recent.insert(Identity(device: status.device, inode: status.inode))
    }
  }

  /// Removes a file; returns true if the run wrote it.
  package func take(_ status: FileStatus) -> Bool {
    let identity = Identity(device: status.device, inode: status.inode)
    return state.withLock { state in
      state.recent.remove(identity) != nil || state.earlier.remove(identity) != nil
    }
  }
}
