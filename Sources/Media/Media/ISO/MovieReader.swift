/// A reader of a movie's `moov` box: dates, duration, tracks and metadata.
struct MovieReader {
  /// The maximum depth of boxes; none that is read is nested deeper.
  private static let depthLimit = 8
  /// Seconds from 1904, the movie header's epoch, to 1970.
  private static let epochDistance: Int64 = 2_082_844_800
  /// The end of 9999-12-31 in seconds since 1904.
  private static let latest: UInt64 = 255_485_145_600
  /// 1991 in seconds since 1970, the year of QuickTime.
  private static let firstMovie: Int64 = 662_688_000

  private var track = MovieTrack()
  private var largestArea: UInt64 = 0
  private var pictures = (track: UInt32(0), timescale: UInt32(0))
  private var timescale: UInt64 = 0
  /// The default duration of samples in fragments, in ticks, by the numbers of the tracks.
  private var sampleDurations: [UInt32: UInt32] = [:]
  private var isFragmented = false
  private var hasFragmentedDuration = false

  private(set) var sampleCount: Int32?

  init() {}

  mutating func read(
    _ moov: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    try walk(moov, depth: 0, &window, &draft)
    if MovieClock.isLocal(make: draft.facts.make) { draft.noteLocalClock() }
    guard isFragmented, draft.facts.format.isVideo, pictures.timescale > 0 else { return }
    let known = hasFragmentedDuration ? draft.facts.durationMilliseconds : nil
    var fragments = MovieFragments(
      track: pictures.track, timescale: pictures.timescale,
      defaultDuration: sampleDurations[pictures.track] ?? 0)
    try fragments.read(from: moov.end, &window, into: &draft)
    if let known { draft.facts.durationMilliseconds = known }
  }

  private mutating func walk(
    _ container: Box, depth: Int, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard depth < Self.depthLimit else {
      draft.note(.loop)
      return
    }
    var boxes = BoxList(in: container)
    while let box = try boxes.next(&window, &draft) {
      switch box.type {
      case BoxType.mvhd: try readMovieHeader(box, &window, &draft)
      case BoxType.trak:
        track = MovieTrack()
        try walk(box, depth: depth + 1, &window, &draft)
        endTrack(&draft)
      case BoxType.mvex:
        isFragmented = true
        try walk(box, depth: depth + 1, &window, &draft)
      case BoxType.mehd: try readFragmentedDuration(box, &window, &draft)
      case BoxType.trex:
        guard let head = try window.bytes(at: box.payload, upTo: 16), sampleDurations.count < 64
        else { continue }
        sampleDurations[head.big32(4)] = head.big32(12)
      case BoxType.mdia, BoxType.minf, BoxType.stbl:
        try walk(box, depth: depth + 1, &window, &draft)
      case BoxType.tkhd: try track.readHeader(box, &window)
      case BoxType.mdhd: try readMediaHeader(box, &window, &draft)
      case BoxType.hdlr where container.type == BoxType.mdia:
        if try track.readHandler(box, &window) { draft.noteLocalClock() }
      case BoxType.stts where track.showsPictures: try track.readSampleTimes(box, &window)
      case BoxType.meta where depth == 0:
        try MovieMetadata.read(box, &window, into: &draft)
      case BoxType.udta where depth == 0:
        try MovieMetadata.readUserData(box, &window, into: &draft)
      case _ where depth == 0 && MovieClock.isLocal(box: box.type): draft.noteLocalClock()
      default: break
      }
    }
  }

  private mutating func readMediaHeader(
    _ box: Box, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    if let created = try track.readMediaHeader(box, &window) {
      draft.offer(Self.date(created), rank: .movieTrack)
    }
  }

  /// Returns the date of seconds since 1904, or since 1970 where these make a date of today's movies;
  /// nil for 0, which is "not known", and after 9999.
  ///
  /// Movies of QuickTime are not older than 1991, so a count that ends before 1970 began in 1970, as
  /// in many programs. exiftool decides so, too.
  private static func date(_ created: UInt64) -> CaptureDate? {
    guard created > 0, created < latest else { return nil }
    let seconds = Int64(created)
    let isUnixTime = seconds >= firstMovie && seconds < epochDistance
    return CaptureDate(
      moment: (seconds - (isUnixTime ? 0 : epochDistance)) * 1000, source: .quicktime)
  }

  /// Records a track; of several picture tracks the one with the most pixels is the movie.
  private mutating func endTrack(_ draft: inout MediaFactsBuilder) {
    guard track.showsPictures, track.area > largestArea
    else { return }
    if !draft.facts.format.isImage || !draft.hasSize {
      draft.setSize(width: track.width, height: track.height)
      draft.orientation = track.orientation
    }
    largestArea = track.area
    pictures = (track.number, track.timescale)
    draft.facts.frameRate = track.frameRate
    sampleCount = Int32(clamping: track.sampleCount)
  }

  /// Reads the duration of all fragments, which the header need not include.
  private mutating func readFragmentedDuration(
    _ box: Box, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: box.payload, upTo: 12), box.count >= 8 else { return }
    let duration = head.byte(0) == 1 ? head.big64(4) : UInt64(head.big32(4))
    guard duration > 0 else { return }
    hasFragmentedDuration = true
    draft.setDuration(ticks: duration, perSecond: timescale)
  }

  private mutating func readMovieHeader(
    _ box: Box, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: box.payload, upTo: 32), box.count >= 20 else { return }
    let isLong = head.byte(0) == 1
    let created = isLong ? head.big64(4) : UInt64(head.big32(4))
    let scale = UInt64(isLong ? head.big32(20) : head.big32(12))
    let duration = isLong ? head.big64(24) : UInt64(head.big32(16))
    let unknown = isLong ? UInt64.max : UInt64(UInt32.max)
    timescale = scale
    if duration != unknown { draft.setDuration(ticks: duration, perSecond: scale) }
    draft.offer(Self.date(created), rank: .movieHeader)
  }
}
