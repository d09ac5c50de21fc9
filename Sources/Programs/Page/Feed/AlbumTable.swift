internal import Assets
internal import Platform
internal import Synchronization

/// The numbers of albums for a page, which never gets identifiers, as these may be paths. Safe from
/// any thread.
final class AlbumTable: Sendable {
  private struct State {
    var identifiers: [String] = []
    var numbers: [String: Int] = [:]
    /// The paths of listed albums, such as `Trips/Rome`, by the albums' numbers.
    var names: [Int: String] = [:]
  }

  private let state = Lock(State())

  /// Creates a table that begins with the album of all assets, which a page opens at once.
  init() { _ = number(of: CollectionSubtype.smartAlbumUserLibrary.rawValue) }

  /// Returns the number of an album, from 0; a new album gets the next one.
  ///
  /// - Parameter path: The titles of the album's folders, outermost first, and of the album. They
  ///   replace the known ones; an empty path changes nothing.
  func number(of identifier: String, path: [String] = []) -> Int {
    state.withLock { state in
      let number = state.numbers[identifier] ?? state.identifiers.count
      if number == state.identifiers.count {
        state.identifiers.append(identifier)
        state.numbers[identifier] = number
      }
      if !path.isEmpty { state.names[number] = path.joined(separator: "/") }
      return number
    }
  }

  /// Returns the name of an album in a rule, `smartAlbumVideos` or `Trips/Rome`; nil for an unknown
  /// number, and for an album of the user that was not listed yet.
  func name(_ number: Int) -> String? {
    state.withLock { state in
      guard state.identifiers.indices.contains(number) else { return nil }
      let identifier = state.identifiers[number]
      return CollectionSubtype(rawValue: identifier) == nil ? state.names[number] : identifier
    }
  }

  /// Returns the identifier of an album; nil for a number that was not assigned.
  func identifier(_ number: Int) -> String? {
    state.withLock { $0.identifiers.indices.contains(number) ? $0.identifiers[number] : nil }
  }
}

/// The identifiers of the assets that were listed, by their names on the page. Safe from any
/// thread.
final class AssetTable: Sendable {
  private struct State {
    var identifiers: [String: String] = [:]
    /// The names, the oldest first; the first `gone` of them are no longer in `identifiers`.
    var names: [String] = []
    var gone = 0
  }

  private let state = Lock(State())

  /// The greatest number of stored assets; each further one removes the oldest.
  private static let most = 200_000

  /// Stores an asset's identifier; returns the asset's name on the page, ``PageAsset/key``.
  @discardableResult
  func note(_ identifier: String) -> String {
    let name = PageAsset.key(of: identifier)
    state.withLock { state in
      guard state.identifiers.updateValue(identifier, forKey: name) == nil else { return }
      state.names.append(name)
      guard state.identifiers.count > Self.most else { return }
      state.identifiers[state.names[state.gone]] = nil
      state.gone += 1
      if state.gone > Self.most {
        state.names.removeFirst(state.gone)
        state.gone = 0
      }
    }
    return name
  }

  /// Returns the identifier of an asset; nil for a name that was not stored, or was removed.
  func identifier(_ name: String) -> String? { state.withLock { $0.identifiers[name] } }
}
