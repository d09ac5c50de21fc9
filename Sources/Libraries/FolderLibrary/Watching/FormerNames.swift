/// The names that files gave up lately. Time in which the computer sleeps does not count, as
/// programs pause then.
struct FormerNames {
  /// Files that left their names, by the events' cookies; the event of the new name may come late.
  private var renamed: [UInt32: (name: FormerName, moment: SuspendingClock.Instant)] = [:]
  /// The names of files that were renamed to that of a backup, with the moments of the renaming.
  private var backedUp: [WatchedName: SuspendingClock.Instant] = [:]

  /// The name that a file had before it was renamed.
  struct FormerName {
    let file: WatchedName
    /// True if a file of that name was reported, or there at the start.
    let isKnown: Bool
    /// True if the file had replaced another, and was renamed before the watcher examined it.
    let wasReplaced: Bool
  }

  /// The time within which a new name is reported, and a backed-up file gets a new version.
  private static let patience = Duration.seconds(10)

  mutating func note(
    _ name: FormerName, for cookie: UInt32, at moment: SuspendingClock.Instant
  ) {
    renamed[cookie] = (name, moment)
  }

  /// Removes and returns the name that the file of a new name had; nil for a file from elsewhere.
  mutating func take(_ cookie: UInt32) -> FormerName? {
    renamed.removeValue(forKey: cookie)?.name
  }

  mutating func noteBackup(of file: WatchedName, at moment: SuspendingClock.Instant) {
    backedUp[file] = moment
  }

  /// Returns true if a file of that name was kept under the name of a backup; forgets that.
  mutating func takeBackup(of file: WatchedName) -> Bool {
    backedUp.removeValue(forKey: file) != nil
  }

  mutating func forget(at now: SuspendingClock.Instant) {
    if !renamed.isEmpty { renamed = renamed.filter { now - $0.value.moment < Self.patience } }
    if !backedUp.isEmpty { backedUp = backedUp.filter { now - $0.value < Self.patience } }
  }
}
