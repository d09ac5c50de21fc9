internal import Platform
internal import Synchronization

/// Albums that were counted once, given again as long as the library is as it was.
///
/// Safe from any thread; each call gives albums of its own.
package final class AlbumShelf: Sendable {
  /// Grows with each that a library gives.
  package let number: Int
  package let failures: [AssetFailure]
  private let state: Lock<State>

  /// `@unchecked Sendable`: only touched by the one who holds the lock.
  private struct State: @unchecked Sendable {
    let isUnchanged: () -> Bool
    let albums: [AlbumAsset]
    var isOutdated = false
  }

  /// - Parameters:
  ///   - albums: which nobody else holds.
  ///   - isUnchanged: tells whether the library is as it was before they were counted.
  package init(
    _ albums: sending [AlbumAsset], number: Int, failures: [AssetFailure],
    isUnchanged: sending @escaping () -> Bool
  ) {
    self.number = number
    self.failures = failures
    state = Lock(State(isUnchanged: isUnchanged, albums: albums))
  }

  /// The albums; nil when the library is no longer as it was, or nothing tells that it is.
  package func albums() -> [Asset]? {
    state.withLock { state in
      if !state.isOutdated, !state.isUnchanged() { state.isOutdated = true }
      return Self.copies(&state)
    }
  }

  /// The albums as they were counted; nil when files of theirs changed since.
  package func countedAlbums() -> [Asset]? { state.withLock { Self.copies(&$0) } }

  private static func copies(_ state: inout State) -> [Asset]? {
    guard !state.isOutdated else { return nil }
    let albums = state.albums.compactMap { $0.another() }
    if albums.count < state.albums.count { state.isOutdated = true }
    return state.isOutdated ? nil : albums
  }
}
