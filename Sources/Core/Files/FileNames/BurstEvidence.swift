package import Media

/// The times of a file whose name has a number behind a date. Phones name the frames of a burst so,
/// but so do scanners, programs that rename, and cameras at intervals; only dates that follow each
/// other as the numbers do make a burst.
package struct BurstEvidence: Sendable {
  /// The number behind the date.
  private let number: Int64
  /// True if the name's time is that of scans, which programs make up and write into EXIF, too.
  private let isMadeUp: Bool
  /// The camera's date, by its clock, in milliseconds; nil without one.
  private let captured: Int64?
  /// The file's modification time, in nanoseconds since 1970.
  private let modified: Int64

  /// The most time for one number: phones take some frames a second, and the times of files on FAT
  /// are even seconds.
  private static let secondsPerNumber: Int64 = 2
  /// The time between two frames, at most: some of them may have been deleted.
  private static let gapSeconds: Int64 = 10
  /// The year of the first phones with such bursts; names of earlier years are those of scans.
  private static let firstYear = 2010

  /// Creates the evidence of a file of which ``BurstName`` reads the name.
  package init(_ header: MediaFacts, _ status: FileStatus, named name: UnsafeRawBufferPointer) {
    let name = NameBytes(name)
    number = Int64(name.number(16, 3) ?? 0)
    isMadeUp = (name.number(0, 4) ?? 0) < Self.firstYear || name.number(11, 4) == 0
    captured = header.captureDate?.wallClockMilliseconds
    modified = status.modified
  }

  /// Returns true if both files are frames of the burst that their names share. Without dates of a
  /// camera the files' own times decide. A whole hour and an early year in the name count as made
  /// up: then only a camera's dates decide, and equal ones are made up as well.
  package func isNear(_ other: BurstEvidence) -> Bool {
    let step = (number - other.number).magnitude
    let limit = min(Self.gapSeconds, Self.secondsPerNumber * Int64(step))
    switch (captured, other.captured) {
    case (let one?, let two?):
      return Self.isWithin(limit * 1000, one, two) && !(isMadeUp && one == two)
    case (nil, nil):
      return !isMadeUp && Self.isWithin(limit * 1_000_000_000, modified, other.modified)
    default:
      return false
    }
  }

  private static func isWithin(_ limit: Int64, _ one: Int64, _ two: Int64) -> Bool {
    let (difference, overflow) = one.subtractingReportingOverflow(two)
    return !overflow && difference.magnitude <= UInt64(limit)
  }
}
