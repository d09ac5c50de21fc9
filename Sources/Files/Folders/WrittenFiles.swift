internal import Platform
internal import Synchronization

/// The files that a run wrote itself, which are no news to whoever watches the folder that they are in.
///
/// Safe from any thread.
package final class WrittenFiles: Sendable {
  private let state = Lock(State())

  private struct State {
    /// What was written lately, and before.
    var recent: Set<Identity> = []
    var earlier: Set<Identity> = []
  }

  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// Those before are forgotten: they were told of long ago.
  private static let most = 10_000

  package init() {}

  /// Notes a file, before it gets its name.
  package func note(_ descriptor: Int32) {
    guard let status = FileStatus(descriptor: descriptor) else { return }
    note(status)
  }

  /// Notes a file that gets another name.
  package func note(_ status: FileStatus) {
    state.withLock { state in
      if state.recent.count >= Self.most { (state.earlier, state.recent) = (state.recent, []) }
      state.recent.insert(Identity(device: status.device, inode: status.inode))
    }
  }

  /// Takes a file off; whether it was written by the run.
  package func take(_ status: FileStatus) -> Bool {
    let identity = Identity(device: status.device, inode: status.inode)
    return state.withLock { state in
      state.recent.remove(identity) != nil || state.earlier.remove(identity) != nil
    }
  }
}
