/// The three dates of EXIF with their fractions and zones, which come in any order.
struct ExifDates {
  /// One of the three dates.
  struct Moment {
    var milliseconds: Int64?
    var fraction: Int64 = 0
    var offset: Int16?

    fileprivate var date: CaptureDate? {
      milliseconds.map {
        CaptureDate(
          wallClockMilliseconds: $0 + fraction, offsetMinutes: offset, source: .exif)
      }
    }
  }

  var original = Moment()
  var digitized = Moment()
  var changed = Moment()

  func offer(to draft: inout FactsDraft) {
    draft.offer(original.date, rank: .exifOriginal)
    draft.offer(digitized.date, rank: .exifDigitized)
    draft.offer(changed.date, rank: .exifChanged)
  }
}
