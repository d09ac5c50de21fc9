/// Tells what arrives in a library from now on; confined to whoever holds it.
///
/// A library that is not there for a while is waited for: nothing of it is told meanwhile, and nothing
/// that was there before is told when it is back.
package protocol LibraryWatcher: AnyObject {
  /// Readable when something may have happened; nil where ``news(isLooking:)`` has to look.
  var descriptor: Int32? { get }

  /// Whether something may happen that the descriptor does not tell, so that the watcher has to look
  /// about once a second.
  var hasToLook: Bool { get }

  /// When ``news(isLooking:)`` is to be called again although nothing shows; nil for never.
  var due: ContinuousClock.Instant? { get }

  /// Tells, from any thread, whether the library is there.
  var isThere: @Sendable () -> Bool { get }

  /// Whether nothing happened since the last news that the system has reported.
  var isQuiet: Bool { get }

  /// What happened since the last time; does not wait.
  ///
  /// - Parameter isLooking: whether to look as well at what the descriptor does not tell of.
  func news(isLooking: Bool) -> LibraryNews

  /// Finds out whether the library is still where it was: called when something was mounted or
  /// unmounted.
  func noteMounts()
}

extension LibraryWatcher {
  package var due: ContinuousClock.Instant? { nil }
  package var isQuiet: Bool { false }
}

/// What happened in a library that is watched.
package struct LibraryNews {
  /// What arrived, in order.
  package var arrivals: [Arrival] = []
  /// Whether anything came, went or changed.
  package var hasChanges = false
  /// Whether the library is there.
  package var isThere = true
  /// What stood in the way of seeing all at once, and what helps.
  package var problems: [String] = []
  /// An asset that arrived.
  package struct Arrival: Sendable {
    /// Its `localIdentifier`.
    package let identifier: OwnedBytes
    /// When it arrived, in nanoseconds since 1970.
    package let moment: Int64
    /// What it is known by from now on.
    package let keys: KnownAssets.Keys
    /// Whether no other file of its folder could belong together with it when it was told of.
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

  /// What is known from now on although it did not arrive: the program wrote it itself.
  package var ownKeys: KnownAssets.Keys = []

  /// A moment, in nanoseconds since 1970, up to which everything was told.
  package var moment: Int64 = 0

  package init() {}
}

/// How a library is to be watched.
package struct WatchTerms {
  /// Whether hidden assets arrive, too.
  package var includesHidden = false
  /// Whether it has to be known what arrives, and not only that something changed.
  package var wantsArrivals = true
  /// The most folders that are watched; others are looked at from time to time.
  package var watchLimit = Int.max
  /// Tells what arrived at this moment or later, in nanoseconds since 1970; nil for what arrives from
  /// now on.
  package var since: Int64?
  /// What rules know that catch up: an asset that one of them doesn't know arrived before this was
  /// watched. Rules that know nothing yet have all noted that is there.
  package var known: [KnownAssets] = []
  /// What arrived before this was watched has an earlier moment.
  package var began: Int64 = .max
  /// What is written here by the program itself, which is no news; nil where it writes nothing.
  package var written: WrittenFiles?

  package init() {}
}
