/// Reports the assets that arrive in a library from now on; not safe for concurrent use.
///
/// If the library disappears, the watcher waits for it. Nothing is reported meanwhile, and the
/// earlier assets are not reported again when it is back.
package protocol LibraryWatcher: AnyObject {
  /// The descriptor that becomes readable when something may have happened; nil where
  /// ``news(isLooking:)`` has to poll.
  var descriptor: Int32? { get }

  /// True if some changes are not signalled by the descriptor, so that the watcher has to poll
  /// about once a second.
  var hasToLook: Bool { get }

  /// The moment of the next call of ``news(isLooking:)`` without an event; nil for none.
  var due: ContinuousClock.Instant? { get }

  /// Returns true if the library exists; safe from any thread.
  var isThere: @Sendable () -> Bool { get }

  /// True if the system has reported nothing since the last news.
  var isQuiet: Bool { get }

  /// Returns the events since the last call; does not wait.
  ///
  /// - Parameter isLooking: True to poll for changes that the descriptor does not signal.
  func news(isLooking: Bool) -> LibraryChanges

  /// Checks if the library is still at its place; called when a file system was mounted or
  /// unmounted.
  func noteMounts()
}

extension LibraryWatcher {
  package var due: ContinuousClock.Instant? { nil }
  package var isQuiet: Bool { false }
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
    /// The `localIdentifier`.
    package let identifier: OwnedBytes
    /// The moment of its arrival, in nanoseconds since 1970.
    package let moment: Int64
    /// The keys by which it is recognised from now on.
    package let keys: KnownAssets.Keys
    /// True if no other file of its folder could be related to it at the time of the report.
    package let isAlone: Bool

    package init(
      _ identifier: OwnedBytes, at moment: Int64, keys: KnownAssets.Keys, isAlone: Bool = false
    ) {
      self.identifier = identifier
      self.moment = moment
      self.keys = keys
      self.isAlone = isAlone
    }
  }

  /// The keys of assets that are known from now on but did not arrive, because the program wrote
  /// them itself.
  package var ownKeys: KnownAssets.Keys = []

  /// The moment, in nanoseconds since 1970, up to which everything was reported.
  package var moment: Int64 = 0

  package init() {}
}

/// The settings of a library's watch.
package struct WatchSettings {
  /// True if hidden assets are reported, too.
  package var includesHidden = false
  /// True if the arrivals are needed, and not only the fact of a change.
  package var wantsArrivals = true
  /// The maximal number of watched folders; others are polled from time to time.
  package var watchLimit = Int.max
  /// The moment from which arrivals are reported, in nanoseconds since 1970; nil for arrivals from
  /// now on.
  package var since: Int64?
  /// The known assets of rules that catch up. An asset that one of them doesn't know arrived before
  /// the watch began. Rules that know nothing yet note all existing assets.
  package var known: [KnownAssets] = []
  /// The moment at which the watch began. Earlier arrivals have an earlier moment.
  package var began: Int64 = .max
  /// The files that the program itself writes here, which are not reported; nil where it writes
  /// none.
  package var written: WrittenFiles?

  package init() {}
}
