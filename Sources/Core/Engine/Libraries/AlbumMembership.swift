internal import Platform
internal import Synchronization

/// The albums of each asset of a library that lists the members of its albums; safe from any
/// thread.
package final class AlbumMembership: Sendable {
  private let list: @Sendable () -> [Album]
  private let known = Lock<[String: [AlbumPath]]?>(nil)

  /// - Parameter list: returns the albums; called once, for the first asset.
  package init(_ list: @escaping @Sendable () -> [Album]) {
    self.list = list
  }

  /// Returns the albums of an asset, in the order of the list; empty if it is in no album.
  package func albums(of identifier: String) -> [AlbumPath] {
    known.withLock { known in
      if let known { return known[identifier] ?? [] }
      var paths: [String: [AlbumPath]] = [:]
      for album in list() where !album.title.isEmpty {
        let path = AlbumPath(album.folderPath + [album.title])
        for member in album.members where paths[member]?.last != path {
          paths[member, default: []].append(path)
        }
      }
      known = paths
      return paths[identifier] ?? []
    }
  }
}
