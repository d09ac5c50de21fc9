internal import Platform
internal import Synchronization

/// The files that a watched rule itself put into the library, which are no arrivals for it; safe
/// from any thread. A file is known before it has its name, by its identity, as the watch may hear
/// of the name at once.
package final class WrittenFiles: Sendable {
  private let state = Lock(State())

  private struct State {
    /// The files that are about to get their names, with the number of calls that name each.
    var begun: [Identity: Int] = [:]
    /// The files with names, of which the watch will hear, or heard already.
    var placed: Set<Identity> = []
  }

  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
      (device, inode) = (status.device, status.inode)
    }
  }

  package init() {}

  /// Calls `body`, which gives the file a name and returns true if it did, and notes the file
  /// before; without a status, nothing is noted.
  package func noting<Failure: Error>(
    _ status: FileStatus?, _ body: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard let file = status.map(Identity.init) else { return try body() }
    state.withLock { $0.begun[file, default: 0] += 1 }
    var isPlaced = false
    defer {
      state.withLock { state in
        let count = state.begun[file, default: 1]
        state.begun[file] = count > 1 ? count - 1 : nil
        if isPlaced { state.placed.insert(file) }
      }
    }
    isPlaced = try body()
    return isPlaced
  }

  /// Returns true if the rule itself named the file, or is about to.
  package func contains(_ status: FileStatus) -> Bool {
    let file = Identity(status)
    return state.withLock { $0.begun[file] != nil || $0.placed.contains(file) }
  }

  /// Forgets the named files, unless `isHeard` returns false, as events of them may still come.
  package func forget(if isHeard: () -> Bool) {
    let placed = state.withLock { $0.placed }
    guard !placed.isEmpty, isHeard() else { return }
    state.withLock { $0.placed.subtract(placed) }
  }
}
