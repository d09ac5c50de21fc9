package import Media
package import Sidecars

/// What the files beside a picture say of it, together; [docs/sidecars.md] has field by field.
///
/// Where both say something, XMP wins: a person's program wrote it, and later.
package final class Sidecar: Sendable {
  private let takeout: TakeoutItem?
  private let xmp: XMPSidecar?

  package init(takeout: TakeoutItem?, xmp: XMPSidecar?) {
    self.takeout = takeout
    self.xmp = xmp
  }

  package var caption: String? { xmp?.caption ?? takeout?.caption }
  package var keywords: [String] { xmp?.keywords ?? [] }
  package var isFavorite: Bool { takeout?.isFavorite ?? false }
  package var isArchived: Bool { takeout?.isArchived ?? false }
  package var isTrashed: Bool { takeout?.isTrashed ?? false }
  package var location: MediaLocation? { xmp?.location ?? takeout?.location }

  package var persons: [String] {
    if let xmp, !xmp.persons.isEmpty { return xmp.persons }
    return takeout?.persons ?? []
  }

  package var addedDate: Instant? {
    takeout?.addedMilliseconds.map(Instant.init(milliseconds:))
  }

  /// The title that a person gave; of a Takeout, the name of the upload where the export changed it.
  ///
  /// - Parameter filename: what the file is called now.
  package func title(of filename: UnsafeRawBufferPointer) -> String? {
    if let title = xmp?.title { return title }
    guard let title = takeout?.title, title != TextSpan(filename).string else { return nil }
    return title
  }

  /// When it was taken, by a sidecar that is worth more than a header.
  package func captureDate(beside header: CaptureDate?) -> CaptureDate? {
    guard let xmp else { return nil }
    guard let date = xmp.captureDate ?? (header == nil ? xmp.creationDate : nil) else {
      return nil
    }
    guard let header else { return date }
    // A header that names the same second tells its fraction, and perhaps the zone.
    let difference = header.wallClockMilliseconds &- date.wallClockMilliseconds
    guard (0..<1000).contains(difference), date.wallClockMilliseconds % 1000 == 0 else {
      return date
    }
    return CaptureDate(
      wallClockMilliseconds: header.wallClockMilliseconds,
      offsetMinutes: date.offsetMinutes ?? header.offsetMinutes, source: .xmpSidecar)
  }

  /// When it was taken, as Google Photos shows it; whole seconds.
  var takenDate: Instant? {
    takeout?.takenMilliseconds.map(Instant.init(milliseconds:))
  }
}
