/// The choice of a file's date among all that its header names, and of the one that tells its zone.
struct DateChoice {
  /// True if the movie's header has the local clock of a camera instead of UTC.
  var keepsLocalClock = false
  private(set) var bestRank: DateRank?
  private var best: CaptureDate?
  /// The dates of the highest ranks that may tell the zone of the best one, by their kinds.
  private var zoned: Evidence?
  private var clock: Evidence?
  private var moment: Evidence?
  /// The date in a movie's header, whose kind is known when the whole header is read.
  private var movieHeader: Evidence?

  private struct Evidence {
    let date: CaptureDate
    let rank: DateRank
  }

  init() {}

  /// True if no date is known, or the best one has no zone.
  var lacksZone: Bool { best?.lacksZone ?? true }

  /// Takes a date, except what firmware writes if it knows none.
  mutating func offer(_ date: CaptureDate, rank: DateRank) {
    guard !date.isFactoryDefault || rank.isTyped else { return }
    if rank == .movieHeader || rank == .movieTrack, date.isMoment {
      if movieHeader.map({ $0.rank < rank }) ?? true {
        movieHeader = Evidence(date: date, rank: rank)
      }
      return
    }
    take(date, rank)
  }

  private mutating func take(_ date: CaptureDate, _ rank: DateRank) {
    if bestRank.map({ $0 < rank }) ?? true { (best, bestRank) = (date, rank) }
    guard !rank.isOfChange else { return }
    let evidence = Evidence(date: date, rank: rank)
    func isBetter(_ known: Evidence?) -> Bool { known.map { $0.rank < rank } ?? true }
    if !date.lacksZone {
      if isBetter(zoned) { zoned = evidence }
    } else if date.isMoment {
      if isBetter(moment) { moment = evidence }
    } else if isBetter(clock) {
      clock = evidence
    }
  }

  /// Returns the date of the highest rank, with the zone that another one shows; nil without dates.
  ///
  /// - Parameter duration: the duration of a movie in milliseconds, else 0.
  func best(lasting duration: Int64) -> CaptureDate? {
    var all = self
    if let movieHeader {
      all.take(keepsLocalClock ? movieHeader.date.asClock : movieHeader.date, movieHeader.rank)
    }
    guard let best = all.best else { return nil }
    return best.zoned(by: all.zoned?.date, lasting: duration)
      .zoned(by: (best.isMoment ? all.clock : all.moment)?.date, lasting: duration)
  }
}

/// The priority of the dates in one file; the highest rank wins. EXIF's DateTime and PNG's tIME are
/// the times of the last change, so they have low ranks. The Metadata Working Group's guidelines put
/// the date of the original before that of digitizing, and EXIF before XMP, and that before its older
/// form in IPTC's records.
enum DateRank: Int, Comparable {
  case pngTime
  /// The time that ImageMagick records of its input file.
  case pngFileDate
  /// The moment of the fix of GPS.
  case gps
  case exifChanged
  /// The header of a movie's track.
  case movieTrack
  case movieHeader
  case iptcDigitized
  case xmpCreated
  case pngCreationTime
  case movieMetadata
  case exifDigitized
  case iptcCreated
  case xmpPhotoshop
  case xmpOriginal
  case exifOriginal

  static func < (left: DateRank, right: DateRank) -> Bool { left.rawValue < right.rawValue }

  /// True if the date is the time of a change, which is not the moment of the other dates.
  var isOfChange: Bool { self == .pngTime || self == .pngFileDate || self == .exifChanged }

  /// True if people type such dates, among them years and months alone.
  var isTyped: Bool {
    switch self {
    case .xmpCreated, .xmpPhotoshop, .xmpOriginal, .iptcCreated, .iptcDigitized: true
    default: false
    }
  }
}
