internal import Assets
internal import Platform
internal import Synchronization

/// The numbers of albums for a page, which never gets identifiers, as these may be paths. Safe from
/// any thread.
final class AlbumTable: Sendable {
  private struct State {
    var identifiers: [String] = []
    var numbers: [String: Int] = [:]
  }

  private let state = Lock(State())

  /// Creates a table that begins with the album of all assets, which a page opens at once.
  init() { _ = number(of: CollectionSubtype.smartAlbumUserLibrary.rawValue) }

  func number(of identifier: String) -> Int {
    state.withLock { state in
      if let known = state.numbers[identifier] { return known }
      state.identifiers.append(identifier)
      state.numbers[identifier] = state.identifiers.count - 1
      return state.identifiers.count - 1
    }
  }

  /// Returns the identifier of an album; nil for a number that was not assigned.
  func identifier(_ number: Int) -> String? {
    state.withLock { $0.identifiers.indices.contains(number) ? $0.identifiers[number] : nil }
  }
}

/// The identifiers of the assets that a picker has listed, by their names on the page. Safe from
/// any thread.
final class AssetTable: Sendable {
  private struct State {
    var identifiers: [String: String] = [:]
    /// The names of the listed assets, the oldest first; the first ones may be removed already.
    var names: [String] = []
    var gone = 0
  }

  private let state = Lock(State())

  /// The greatest number of assets; after more, the page has to list the first ones again.
  private static let most = 200_000

  /// Stores an asset's identifier; returns its new name on the page.
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

  /// Returns the identifier of an asset; nil for an unknown name.
  func identifier(_ name: String) -> String? { state.withLock { $0.identifiers[name] } }
}
