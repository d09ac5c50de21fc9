/// The three dates of EXIF with their fractions and zones, which come in any order.
///
/// Only the entries are kept: of three dates, two are seldom looked at.
struct ExifDates {
  /// One of the three dates.
  struct Moment {
    var date: TIFFEntry?
    var fraction: TIFFEntry?
    var offset: TIFFEntry?

    /// Nil for a date that is missing, unknown or none of the calendar.
    fileprivate func read(
      _ block: TIFFBlock, _ window: inout HeaderWindow
    ) throws(MediaError) -> CaptureDate? {
      guard let date, let text = try block.value(date, limit: 20, &window),
        var milliseconds = DateText.exif(text)
      else { return nil }
      if let fraction, let digits = try block.value(fraction, limit: 9, &window) {
        milliseconds += DateText.subSeconds(digits)
      }
      var minutes: Int16?
      if let offset, let zone = try block.value(offset, limit: 7, &window) {
        minutes = DateText.offset(zone)
      }
      return CaptureDate(
        wallClockMilliseconds: milliseconds, offsetMinutes: minutes, source: .exif)
    }
  }

  var original = Moment()
  var digitized = Moment()
  var changed = Moment()

  /// Offers the best of the three.
  func offer(
    from block: TIFFBlock, _ window: inout HeaderWindow, to draft: inout FactsDraft
  ) throws(MediaError) {
    if let date = try original.read(block, &window) {
      draft.offer(date, rank: .exifOriginal)
    } else if let date = try digitized.read(block, &window) {
      draft.offer(date, rank: .exifDigitized)
    } else {
      draft.offer(try changed.read(block, &window), rank: .exifChanged)
    }
  }
}
