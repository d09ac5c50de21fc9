internal import Pipeline
internal import Platform
internal import Sessions

/// The pause of a rule in one watched library: a file of the state folder, so that it outlives the
/// watch. A rule with `catchUp` gets what arrives meanwhile when the pause ends; these assets are
/// not noted as known, so that a later start finds them if the watch ends first. Confined to the
/// thread that watches.
final class RulePause {
  /// The path of the file that exists during the pause.
  let path: String
  private(set) var isActive: Bool
  private var held: [Held] = []
  private var keys: Set<UInt64> = []
  private var hasDropped = false

  /// An asset that arrived during the pause, and the time that is `now` in its evaluation.
  struct Held {
    let arrival: LibraryChanges.Arrival
    let now: Instant
  }

  /// The name of the folder of pauses, in the folder of watches.
  static let folder = "paused"
  /// The greatest number of assets; others wait for the next start of the watch.
  private static let most = 10_000

  init(path: String) {
    self.path = path
    isActive = Self.exists(path)
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns true if the pause began or ended since the last call.
  func look() -> Bool {
    let exists = Self.exists(path)
    defer { isActive = exists }
    return exists != isActive
  }

  /// The number of assets that the rule gets when the pause ends.
  var count: Int { held.count }
  /// True if the rule got all that arrived; false for good once some was dropped.
  var isComplete: Bool { held.isEmpty && !hasDropped }

  /// Keeps an asset until the pause ends.
  func hold(_ arrival: LibraryChanges.Arrival, at now: Instant) {
    // An asset that is not noted comes again with a library that was away.
    if let key = arrival.keys.last, !keys.insert(key).inserted { return }
    hasDropped = hasDropped || held.count >= Self.most
    if !hasDropped { held.append(Held(arrival: arrival, now: now)) }
  }

  /// Removes and returns the kept assets, in the order of their arrival.
  func release() -> [Held] {
    defer { (held, keys) = ([], []) }
    return held
  }
}
