internal import Assets

/// The files that were reported recently, so that each is reported once however often it is found.
/// Files that changed before a certain moment are not listed, as they were reported, or existed at
/// the start. So the list covers only some seconds.
struct ReportedFiles {
  /// The files reported before those in ``before``, kept as a file's time may be a little late.
  private var oldest = ReportedGeneration()
  private var before = ReportedGeneration()
  private var current = ReportedGeneration()
  private var beforeBegan: Int64
  private var currentBegan: Int64
  /// The time of the last ``begin(at:)``, in nanoseconds since 1970.
  private var latest = Int64.min
  /// True if the clock was set back since the last events, so that new files may have any time.
  private(set) var isUncertain = false

  private struct ReportedGeneration {
    var files: Set<FileStatus> = []
    var contents: Set<Content> = []
  }

  /// The part of a file's status that renaming does not change.
  private struct Content: Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Int64

    init(_ status: FileStatus) {
      (device, inode) = (status.device, status.inode)
      (size, modified) = (status.size, status.modified)
    }
  }

  /// - Parameter now: nanoseconds since 1970, by the clock of file systems.
  init(now: Int64) {
    beforeBegan = now
    currentBegan = now
  }

  /// Notes the time, in nanoseconds since 1970, at which events are read or folders are scanned.
  mutating func begin(at now: Int64) {
    isUncertain = isUncertain || now < latest
    latest = now
  }

  /// Returns true if a file that a scan found may be new, as it changed recently.
  func mayBeNews(_ status: FileStatus) -> Bool {
    isRecent(max(status.changed, status.modified))
  }

  private func isRecent(_ stamp: Int64) -> Bool {
    // A whole second may come from a file system with coarse timestamps.
    let grain = stamp % 1_000_000_000 == 0 ? CatalogueClock.grain : Self.tick
    return stamp >= beforeBegan - grain
  }

  /// The longest delay of Linux's timestamps in nanoseconds: a tick at 100 Hz, and a margin.
  private static let tick: Int64 = 20_000_000

  /// Adds a reported file; returns false if it was reported in this state already.
  mutating func insert(_ status: FileStatus) -> Bool {
    guard !oldest.files.contains(status), !before.files.contains(status) else { return false }
    current.contents.insert(Content(status))
    return current.files.insert(status).inserted
  }

  /// Notes a file that is not new, so that it is not reported as new under another name.
  mutating func note(_ status: FileStatus) { current.contents.insert(Content(status)) }

  /// Returns true if a renamed file was written recently and not reported under any name.
  func isUnreported(_ status: FileStatus) -> Bool {
    let content = Content(status)
    return isRecent(status.modified)
      && ![oldest, before, current].contains { $0.contents.contains(content) }
  }

  /// Removes files that were reported before the last two periods, each at least twice
  /// ``CatalogueClock/grain``; called after all events up to now were read.
  mutating func settle(now: Int64) {
    isUncertain = false
    if now < currentBegan {
      // The clock was set back; new timestamps are before the remembered ones.
      beforeBegan = now
      currentBegan = now
    } else if now - currentBegan > 2 * CatalogueClock.grain {
      oldest = before
      before = current
      beforeBegan = currentBegan
      current = ReportedGeneration()
      currentBegan = now
    }
  }
}
