package import Media

/// The times of a file whose name has a number behind a date. Phones name the frames of a burst so,
/// but so do scanners and programs that rename; only dates within seconds make a burst.
package struct BurstEvidence: Sendable {
  /// The camera's date, by its clock, in milliseconds; nil without one.
  private let captured: Int64?
  /// The file's modification time, in nanoseconds since 1970.
  private let modified: Int64

  /// The time between two frames, at most: some of them may have been deleted.
  private static let gapSeconds: Int64 = 10
  /// The year of the first phones with such bursts; names of earlier years are those of scans.
  private static let firstYear = 2010

  package init(_ header: MediaFacts, _ status: FileStatus) {
    captured = header.captureDate?.wallClockMilliseconds
    modified = status.modified
  }

  /// Returns true if both files are frames of the burst that their names share. Without dates of a
  /// camera the files' own times decide, and a whole hour in the name counts as made up.
  package func isNear(_ other: BurstEvidence, named name: UnsafeRawBufferPointer) -> Bool {
    switch (captured, other.captured) {
    case (let one?, let two?):
      return Self.isWithin(Self.gapSeconds * 1000, one, two)
    case (nil, nil):
      let name = NameBytes(name)
      guard let year = name.number(0, 4), year >= Self.firstYear, name.number(11, 4) != 0 else {
        return false
      }
      return Self.isWithin(Self.gapSeconds * 1_000_000_000, modified, other.modified)
    default:
      return false
    }
  }

  private static func isWithin(_ limit: Int64, _ one: Int64, _ two: Int64) -> Bool {
    let (difference, overflow) = one.subtractingReportingOverflow(two)
    return !overflow && difference.magnitude <= UInt64(limit)
  }
}
