package import Media

/// The metadata of all sidecars of a picture; [docs/sidecars.md] describes each field. XMP takes
/// precedence over a Takeout's JSON, as the user's program wrote it later.
package final class Sidecar: Sendable {
  private let takeout: TakeoutItem?
  private let xmp: XMPSidecar?

  package init(takeout: TakeoutItem?, xmp: XMPSidecar?) {
    self.takeout = takeout
    self.xmp = xmp
  }

  /// The caption that the user typed; a camera's own text does not count.
  package var caption: String? {
    xmp?.description.caption ?? takeout?.caption.flatMap { CameraText.has($0) ? nil : $0 }
  }
  /// The caption that a camera wrote by itself.
  var cameraCaption: String? {
    xmp?.description.cameraCaption ?? takeout?.caption.flatMap { CameraText.has($0) ? $0 : nil }
  }
  package var keywords: [String] { xmp?.description.keywords ?? [] }
  /// The texts and values of the XMP sidecar, such as the rating; nil without one.
  package var description: MediaDescription? { xmp?.description }
  package var isFavorite: Bool { takeout?.isFavorite ?? false }
  package var isArchived: Bool { takeout?.isArchived ?? false }
  package var isTrashed: Bool { takeout?.isTrashed ?? false }
  package var location: MediaLocation? { xmp?.location ?? takeout?.location }

  package var persons: [String] {
    if let xmp, !xmp.description.persons.isEmpty { return xmp.description.persons }
    return takeout?.persons ?? []
  }

  package var addedDate: Instant? {
    takeout?.addedMilliseconds.map(Instant.init(milliseconds:))
  }

  /// Returns the title that the user gave in XMP; else the name of the upload to Google Photos, if
  /// the export changed it to the present `filename`; else nil.
  package func title(of filename: UnsafeRawBufferPointer) -> String? {
    if let title = xmp?.description.title { return title }
    guard let title = takeout?.title, title != TextSpan(filename).string else { return nil }
    return title
  }

  /// Returns the time of capture by the sidecars, with what the file's own date adds: the zone of the
  /// same moment, and what the sidecar is too coarse for. Nil without a date that precedes the file's.
  package func captureDate(beside header: CaptureDate?) -> CaptureDate? {
    let taken = takeout?.takenMilliseconds.map { CaptureDate(moment: $0, source: .takeout) }
    if let xmp, let date = xmp.captureDate ?? (header == nil ? xmp.creationDate : nil) {
      let joined = header.map { Self.join(date, $0, unit: xmp.captureUnit, .xmpSidecar) } ?? date
      return joined.zoned(by: taken)
    }
    guard let taken, let header else { return taken }
    // Google keeps whole seconds; a header with the same second is more precise.
    return Self.join(taken, header, unit: 1000, header.source)
  }

  /// The distance of two dates in milliseconds within which one corrects the other's clock, and is not
  /// of another occasion.
  private static let correction: UInt64 = 14 * 3_600_000

  /// Returns a sidecar's date with the zone of the file's date; where the file's is of the same unit of
  /// time, it is returned by the name of `source`.
  private static func join(
    _ date: CaptureDate, _ own: CaptureDate, unit: Int64, _ source: CreationDateSource
  ) -> CaptureDate {
    let own = own.zoned(by: date)
    var date = date.zoned(by: own)
    if date.isMoment, let minutes = own.offsetMinutes {
      let moved = date.at(offsetMinutes: minutes)
      let distance = moved.wallClockMilliseconds &- own.wallClockMilliseconds
      if distance.magnitude <= correction { date = moved }
    }
    let rest = own.wallClockMilliseconds &- date.wallClockMilliseconds
    guard date.isMoment == own.isMoment, (0..<unit).contains(rest),
      date.wallClockMilliseconds % unit == 0
    else { return date }
    if own.isMoment { return CaptureDate(moment: own.wallClockMilliseconds, source: source) }
    return CaptureDate(
      wallClockMilliseconds: own.wallClockMilliseconds,
      offsetMinutes: date.offsetMinutes ?? own.offsetMinutes, source: source)
  }
}
