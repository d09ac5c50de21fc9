internal import Assets
internal import Platform
internal import Synchronization

/// Numbers of albums, by which a page names them: it never learns their identifiers, which may be paths.
///
/// Safe from any thread.
final class AlbumBook: Sendable {
  private struct State {
    var identifiers: [String] = []
    var numbers: [String: Int] = [:]
  }

  private let state = Lock(State())

  /// Begins with the album of everything, which a page opens at once.
  init() { _ = number(of: CollectionSubtype.smartAlbumUserLibrary.rawValue) }

  /// The number of an album, which stays its own.
  func number(of identifier: String) -> Int {
    state.withLock { state in
      if let known = state.numbers[identifier] { return known }
      state.identifiers.append(identifier)
      state.numbers[identifier] = state.identifiers.count - 1
      return state.identifiers.count - 1
    }
  }

  /// The identifier of an album; nil for a number that was never given.
  func identifier(_ number: Int) -> String? {
    state.withLock { $0.identifiers.indices.contains(number) ? $0.identifiers[number] : nil }
  }
}
