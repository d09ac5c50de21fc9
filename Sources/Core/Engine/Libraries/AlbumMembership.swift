internal import Platform
internal import Synchronization

/// The albums of each asset of a library, by a key that identifies the asset; safe from any thread.
package final class AlbumMembership<Key: Hashable & Sendable>: Sendable {
  private let read: @Sendable () -> [Key: [AlbumPath]]
  private let known = Lock<[Key: [AlbumPath]]?>(nil)

  /// - Parameter read: Returns the albums of each asset; called once, for the first asset.
  package init(reading read: @escaping @Sendable () -> [Key: [AlbumPath]]) {
    self.read = read
  }

  /// Returns the albums of an asset, in the order of the library; empty if it is in no album.
  package func albums(of asset: Key) -> [AlbumPath] {
    known.withLock { known in
      let albums = known ?? read()
      known = albums
      return albums[asset] ?? []
    }
  }
}

extension AlbumMembership<String> {
  /// - Parameter list: Returns albums, which list the identifiers of their assets.
  package convenience init(_ list: @escaping @Sendable () -> [Album]) {
    self.init(reading: {
      var paths: [String: [AlbumPath]] = [:]
      for album in list() where !album.title.isEmpty {
        let path = AlbumPath(album.folderPath + [album.title])
        for member in album.members where paths[member]?.last != path {
          paths[member, default: []].append(path)
        }
      }
      return paths
    })
  }
}
