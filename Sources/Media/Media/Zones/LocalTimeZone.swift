internal import CSystem
internal import Platform
import Synchronization

/// The time zone to assume for a wall clock without a zone.
///
/// An hour that occurs twice (clocks set back) means its first occurrence, unless the file was
/// written within half an hour of the second. An hour that never occurred (clocks set forward) is
/// read as if the clock had not been set yet.
public final class LocalTimeZone: Sendable {
  /// A day, in days since 1970 by local time, on which the offset, in seconds, does not change.
  private struct CachedDay {
    var day = Int64.min
    var offset: Int64 = 0
  }

  /// The maximum time in milliseconds between the second occurrence of an hour and the writing of a
  /// file, for that occurrence to be assumed.
  private static let nearness: UInt64 = 1_800_000

  private let offsetAt: @Sendable (Int64) -> Int64
  private let days: Lock<[CachedDay]>

  /// The zone of this computer, as `TZ` or the system set it at the first use.
  public static let computer = LocalTimeZone()

  /// Creates the process's local time, as `TZ` or the system sets it now.
  public convenience init() {
    let table = ZoneFolder.system.table(variable: getenv("TZ").map { String(cString: $0) })
    self.init(offsetAt: table.offset)
  }

  /// The variable `TZ` if it names no zone, so that dates are taken to be in UTC; else nil.
  public static var unknownName: String? {
    guard let name = getenv("TZ").map({ String(cString: $0) }) else { return nil }
    return ZoneFolder.system.table(variableText: name) == nil ? name : nil
  }

  /// Creates the zone of a place by its name in the tz database, such as `Europe/Vienna`; nil if
  /// the system has no such zone.
  public convenience init?(named name: String) {
    guard let table = ZoneFolder.system.table(named: name) else { return nil }
    self.init(offsetAt: table.offset)
  }

  /// Creates a zone that is always so many minutes east of UTC, for runs that ignore the place.
  public convenience init(fixedOffsetMinutes minutes: Int) {
    self.init { _ in Int64(minutes) &* 60 }
  }

  /// Creates a zone from a function of seconds since 1970 that returns seconds east of UTC.
  public init(offsetAt: @escaping @Sendable (_ seconds: Int64) -> Int64) {
    self.offsetAt = offsetAt
    days = Lock(Array(repeating: CachedDay(), count: 256))
  }

  /// Returns the moment in milliseconds since 1970 UTC at which a clock of this zone shows the
  /// wall-clock time.
  ///
  /// - Parameter written: the time at which the file was written, in milliseconds since 1970; nil
  ///   if unknown.
  public func millisecondsSince1970(
    wallClockMilliseconds wall: Int64, written: Int64? = nil
  ) -> Int64 {
    let day = Self.floor(wall, dividedBy: CivilTime.millisecondsPerDay)
    let slot = Int(truncatingIfNeeded: day & 255)
    let cached = days.withLock { $0[slot] }
    if cached.day == day { return wall &- cached.offset &* 1000 }
    return resolve(wall, written: written, day: day, slot: slot)
  }

  private func resolve(_ wall: Int64, written: Int64?, day: Int64, slot: Int) -> Int64 {
    let before = offsetAt((day &- 1) &* 86_400)
    let after = offsetAt((day &+ 2) &* 86_400)
    if before == after {
      days.withLock { $0[slot] = CachedDay(day: day, offset: before) }
      return wall &- before &* 1000
    }
    let seconds = Self.floor(wall, dividedBy: 1000)
    // The larger offset belongs to the earlier of two moments with the same wall-clock time.
    let offsets = [max(before, after), min(before, after)]
      .filter { offsetAt(seconds &- $0) == $0 }
    guard let first = offsets.first else { return wall &- before &* 1000 }
    if offsets.count == 2, let written {
      let second = wall &- offsets[1] &* 1000
      // A screen recorder or a camera writes its file at once.
      if (written &- second).magnitude <= Self.nearness { return second }
    }
    return wall &- first &* 1000
  }

  /// Returns the zone's offset at a moment in seconds since 1970, in seconds east of UTC.
  public func secondsFromUTC(at seconds: Int64) -> Int64 { offsetAt(seconds) }

  private static func floor(_ value: Int64, dividedBy divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value &+ 1) / divisor &- 1
  }
}

/// The folder of the system's time zone files, one for each place.
struct ZoneFolder {
  let path: String

  /// The folder in `TZDIR`, or the usual one.
  static var system: ZoneFolder {
    ZoneFolder(path: getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo")
  }

  /// Returns the zone of a place, such as `Europe/Vienna`; nil without a file or a valid name.
  func table(named name: String) -> ZoneTable? {
    let isName = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        // Names contain no `.`, so that none leads out of the folder.
        !part.isEmpty && part.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ".") }
      }
    return isName ? Self.table(at: "\(path)/\(name)") : nil
  }

  /// Returns the zone that the variable `TZ` names, by the C library's rules: a file (`:path`,
  /// `Europe/Vienna`), a rule (`CET-1CEST,M3.5.0,M10.5.0/3`), or the system's zone if the variable
  /// is not set; UTC for anything else.
  func table(variable: String?) -> ZoneTable {
    guard let name = variable else { return Self.table(at: "/etc/localtime") ?? .utc }
    return table(variableText: name) ?? .utc
  }

  /// Returns the zone that a text names by the rules of `TZ`; nil if it names none.
  func table(variableText text: String) -> ZoneTable? {
    var name = text
    if name.first == ":" { name.removeFirst() }
    if name.isEmpty { return .utc }
    return Self.table(at: name.first == "/" ? name : "\(path)/\(name)")
      ?? ZoneRule(name).map { ZoneTable($0) }
  }

  private static func table(at path: String) -> ZoneTable? {
    // Opening a pipe would block until its other end is open.
    let file = csystem_open_at(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= ZoneFile.longest
    else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: Int(facts.st_size), alignment: 8) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = csystem_read_at(file, start, buffer.count, 0)
      return count > 0 ? ZoneFile(Bytes(start: start, count: count))?.table : nil
    }
  }
}

extension CaptureDate {
  /// Returns the moment in milliseconds since 1970 UTC.
  ///
  /// A clock without a zone is assumed to have shown `zone`'s time.
  ///
  /// - Parameter written: the time at which the file was written, in milliseconds since 1970; nil
  ///   if unknown.
  public func millisecondsSince1970(zone: LocalTimeZone, written: Int64? = nil) -> Int64 {
    if isMoment { return wallClockMilliseconds }
    if let offsetMinutes {
      return wallClockMilliseconds &- Int64(offsetMinutes) &* 60_000
    }
    return zone.millisecondsSince1970(
      wallClockMilliseconds: wallClockMilliseconds, written: written)
  }
}
