/// The three dates of EXIF with their fractions and zones, which come in any order, and the moment by
/// GPS. Only the entries are stored: of three dates, two are rarely read.
struct ExifDates {
  struct Moment {
    var date: TIFFEntry?
    var fraction: TIFFEntry?
    var offset: TIFFEntry?

    /// Reads the date; nil if it is missing, unknown, impossible, or what firmware writes if it knows
    /// none.
    fileprivate func read(
      _ block: TIFFBlock, _ window: inout HeaderWindow
    ) throws(MediaError) -> CaptureDate? {
      // Some programs write the zone after the date, as in ISO 8601.
      guard let date, let text = try block.value(date, limit: 26, &window),
        let (moment, end) = DateText.exif(text)
      else { return nil }
      var milliseconds = moment
      var zone = DateText.zone(text.slice(from: end))
      if let fraction, let digits = try block.value(fraction, limit: 9, &window) {
        milliseconds += DateText.subSeconds(digits)
      }
      if let offset, let text = try block.value(offset, limit: 7, &window) {
        zone = DateText.zone(text) ?? zone
      }
      let read = CaptureDate(milliseconds, zone, .exif)
      return read.isFactoryDefault ? nil : read
    }
  }

  var original = Moment()
  var digitized = Moment()
  var changed = Moment()
  var gps = ExifGPSTime()

  /// Offers the first of the three dates that is one, and what tells its zone: another of them of the
  /// same time with an offset, and the moment by GPS.
  func offer(
    from block: TIFFBlock, _ window: inout HeaderWindow, to draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var (best, rank) = (try original.read(block, &window), DateRank.exifOriginal)
    if best == nil { (best, rank) = (try digitized.read(block, &window), .exifDigitized) }
    if best == nil { (best, rank) = (try changed.read(block, &window), .exifChanged) }
    if let date = best, date.lacksZone, digitized.offset != nil, rank != .exifDigitized {
      best = date.zoned(by: try digitized.read(block, &window))
    }
    if let date = best, date.lacksZone, changed.offset != nil, rank != .exifChanged {
      best = date.zoned(by: try changed.read(block, &window))
    }
    draft.offer(best, rank: rank)
    guard best?.lacksZone ?? true, let fix = try gps.read(block, &window) else { return }
    // Some phones write the time of their clock there, which is no UTC.
    if best?.zoned(by: fix).offsetMinutes != 0 { draft.offer(fix, rank: .gps) }
  }
}

/// The moment of a fix by GPS: a date, and hours, minutes and seconds in UTC (EXIF 2.32, 4.6.6).
struct ExifGPSTime {
  var date: TIFFEntry?
  var time: TIFFEntry?

  fileprivate func read(
    _ block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) -> CaptureDate? {
    guard let date, let time, let text = try block.value(date, limit: 11, &window),
      let day = DateText.iso(text, source: .exif),
      let hour = try block.rational(time, index: 0, &window),
      let minute = try block.rational(time, index: 1, &window),
      let second = try block.rational(time, index: 2, &window), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<61).contains(second)
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    return CaptureDate(
      moment: day.wallClockMilliseconds + Int64(seconds * 1000), source: .exif)
  }
}
