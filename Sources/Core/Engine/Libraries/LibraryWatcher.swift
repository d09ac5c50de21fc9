/// Reports the assets that arrive in a library from now on; not safe for concurrent use. If the
/// library disappears, the watcher waits for it. Nothing is reported meanwhile, and the earlier
/// assets are not reported again when it is back.
package protocol LibraryWatcher: AnyObject {
  /// The descriptor that becomes readable when something may have happened; nil if
  /// ``news(isLooking:)`` has to poll instead.
  var descriptor: Int32? { get }

  /// True if the descriptor misses some changes, so that polling once a second is necessary.
  var hasToLook: Bool { get }

  /// The moment at which ``news(isLooking:)`` has to be called even without an event; nil for none.
  var due: ContinuousClock.Instant? { get }

  /// Returns true if the library exists; safe from any thread.
  var isThere: @Sendable () -> Bool { get }

  /// True if the system has reported no event since the last call of ``news(isLooking:)``.
  var isQuiet: Bool { get }

  /// True if the watcher has reported all that happened so far, and nothing waits to be looked at.
  var isSettled: Bool { get }

  /// The numbers of watched, polled and unreadable folders; nil without folders.
  var coverage: FolderCoverage? { get }

  /// Returns the events since the last call; does not wait.
  ///
  /// - Parameter isLooking: True to poll for changes that the descriptor does not signal.
  func news(isLooking: Bool) -> LibraryChanges

  /// Checks if the library is still at its path; called after a mount or unmount.
  func noteMounts()

  /// Returns true if the original of an asset that arrived is incomplete, and may still be written.
  func isUnfinished(_ identifier: OwnedBytes) -> Bool
}

extension LibraryWatcher {
  package var due: ContinuousClock.Instant? { nil }
  package var isQuiet: Bool { false }
  package var coverage: FolderCoverage? { nil }
  package var isSettled: Bool { isQuiet && !hasToLook }
  package func isUnfinished(_ identifier: OwnedBytes) -> Bool { false }
}

/// The events in a watched library.
package struct LibraryChanges {
  /// The assets that arrived, in order.
  package var arrivals: [Arrival] = []
  /// True if anything was added, removed or changed.
  package var hasChanges = false
  /// True if the library exists.
  package var isThere = true
  /// The problems that delay the detection of changes, with remedies.
  package var problems: [String] = []
  /// An asset that arrived.
  package struct Arrival: Sendable {
    /// The asset's `localIdentifier`.
    package let identifier: OwnedBytes
    /// The moment of its arrival, in nanoseconds since 1970.
    package let moment: Int64
    /// The keys by which ``KnownAssets`` recognises the asset from now on.
    package let keys: KnownAssets.Keys
    /// True if no other file in its folder could belong to the asset at the time of the report.
    package let isAlone: Bool
    /// The status of the file; nil in a library with a database.
    package let status: FileStatus?
    private let recognisers: Set<ObjectIdentifier>

    package init(
      _ identifier: OwnedBytes, at moment: Int64, keys: KnownAssets.Keys, isAlone: Bool = false,
      status: FileStatus? = nil, knownBy recognisers: [KnownAssets] = []
    ) {
      self.status = status
      self.recognisers = Set(recognisers.map(ObjectIdentifier.init))
      self.identifier = identifier
      self.moment = moment
      self.keys = keys
      self.isAlone = isAlone
    }

    /// Returns true if a rule's list has the asset, while that of another rule lacks it.
    package func isKnown(by list: KnownAssets) -> Bool {
      recognisers.contains(ObjectIdentifier(list))
    }
  }

  /// The moment, in nanoseconds since 1970, up to which events were reported.
  package var moment: Int64 = 0

  package init() {}
}

/// The settings of a library's watch.
package struct WatchSettings {
  /// True if hidden assets are reported, too.
  package var includesHidden = false
  /// True to report the arrivals, false to report only that something changed.
  package var wantsArrivals = true
  /// The maximal number of watched folders; others are polled from time to time.
  package var watchLimit = Int.max
  /// The moment from which to report arrivals, in nanoseconds since 1970; nil to begin now.
  package var since: Int64?
  /// The known assets of each rule that catches up. Assets unknown to a rule arrived before the
  /// watch began. A rule without known assets notes all existing ones.
  package var known: [KnownAssets] = []
  /// The moment at which the watch began, in nanoseconds since 1970. Earlier arrivals have earlier
  /// moments.
  package var began: Int64 = .max

  package init() {}
}
