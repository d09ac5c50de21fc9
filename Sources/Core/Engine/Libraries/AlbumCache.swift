internal import Platform
internal import Synchronization

/// The counted albums of a pipeline, reused as long as the library is unchanged. Safe from any
/// thread; each call returns new albums.
package final class AlbumCache: Sendable {
  /// The number of the library's state, which grows with each result that the library returns.
  package let number: Int
  /// The failures to read assets while the albums were counted.
  package let failures: [AssetFailure]
  private let state: Lock<State>

  /// `@unchecked Sendable`: guarded by the lock.
  private struct State: @unchecked Sendable {
    let isUnchanged: () -> Bool
    let albums: [AlbumAsset]
    var isOutdated = false
  }

  /// - Parameters:
  ///   - albums: The albums, which have no other owner.
  ///   - isUnchanged: Returns true if the library is as it was before they were counted.
  package init(
    _ albums: sending [AlbumAsset], number: Int, failures: [AssetFailure],
    isUnchanged: sending @escaping () -> Bool
  ) {
    self.number = number
    self.failures = failures
    state = Lock(State(isUnchanged: isUnchanged, albums: albums))
  }

  /// Returns copies of the albums; nil if the library changed, or may have changed.
  package func albums() -> [Asset]? {
    state.withLock { state in
      if !state.isOutdated, !state.isUnchanged() { state.isOutdated = true }
      return Self.copies(&state)
    }
  }

  /// Returns copies of the albums as they were counted; nil if files of theirs have changed.
  package func countedAlbums() -> [Asset]? { state.withLock { Self.copies(&$0) } }

  private static func copies(_ state: inout State) -> [Asset]? {
    guard !state.isOutdated else { return nil }
    let albums = state.albums.compactMap { $0.another() }
    if albums.count < state.albums.count { state.isOutdated = true }
    return state.isOutdated ? nil : albums
  }
}
