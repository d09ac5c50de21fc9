internal import Assets
internal import Platform
internal import Synchronization

/// The identifiers of assets that a picker saw, by the names that its page has for them.
///
/// Safe from any thread.
final class AssetBook: Sendable {
  private struct State {
    var identifiers: [String: String] = [:]
    /// The names, the oldest first, and how many of them were let go.
    var names: [String] = []
    var gone = 0
  }

  private let state = Lock(State())

  /// Whoever looks at more before choosing has to look at the first again.
  private static let most = 200_000

  /// Notes an asset.
  ///
  /// - Returns: what the page calls it.
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

  /// The identifier of an asset; nil for a name that no page has seen.
  func identifier(_ name: String) -> String? { state.withLock { $0.identifiers[name] } }
}
