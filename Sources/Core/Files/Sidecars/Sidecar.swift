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

  /// The caption that the user typed; a camera's own text is none.
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

  /// Returns the time of capture in an XMP sidecar; nil if it has none that precedes the header's.
  package func captureDate(beside header: CaptureDate?) -> CaptureDate? {
    guard let xmp else { return nil }
    guard let date = xmp.captureDate ?? (header == nil ? xmp.creationDate : nil) else {
      return nil
    }
    guard let header else { return date }
    // A header with the same second has its fraction, and perhaps the zone.
    let difference = header.wallClockMilliseconds &- date.wallClockMilliseconds
    guard (0..<1000).contains(difference), date.wallClockMilliseconds % 1000 == 0 else {
      return date
    }
    return CaptureDate(
      wallClockMilliseconds: header.wallClockMilliseconds,
      offsetMinutes: date.offsetMinutes ?? header.offsetMinutes, source: .xmpSidecar)
  }

  /// The time of capture in Google Photos, in whole seconds; nil if unknown.
  var takenDate: Instant? {
    takeout?.takenMilliseconds.map(Instant.init(milliseconds:))
  }
}
