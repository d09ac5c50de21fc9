/// The names that files gave up lately. Time counts while the computer is awake, as programs go on with
/// what they began when it slept.
struct FormerNames {
  /// Files that left their names, by the cookies of the events: that of the new name may come late.
  private var renamed: [UInt32: (name: FormerName, moment: SuspendingClock.Instant)] = [:]
  /// The names that were given up for the name of a backup, and the moments.
  private var backedUp: [WatchedName: SuspendingClock.Instant] = [:]

  /// The name that a file had.
  struct FormerName {
    let file: WatchedName
    /// True if it had replaced another file, and left before it was looked at.
    let wasReplaced: Bool
  }

  /// The time within which a new name is reported, and a kept file gets a new version.
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
