package import Media

/// The metadata in an XMP sidecar of a picture or video.
package struct XMPSidecar: Sendable, Hashable {
  private let properties: XMPProperties

  /// The maximum size in bytes; settings and a history take some hundred KiB.
  package static let sizeLimit = XMPProperties.sizeLimit

  /// Reads a whole file; throws ``SidecarProblem`` when it is not XMP.
  package init(_ bytes: UnsafeRawBufferPointer) throws(SidecarProblem) {
    properties = try XMPProperties(whole: bytes)
  }

  /// The time of capture: `exif:DateTimeOriginal`, else `photoshop:DateCreated`, else nil.
  package var captureDate: CaptureDate? { properties.captureDate }
  /// The unit of time in milliseconds to which ``captureDate`` is written: 1, a second or a minute.
  package var captureUnit: Int64 { properties.captureUnit }
  /// A date without a time, else the time when the picture was digitized or first written,
  /// `xmp:CreateDate`, else nil; less reliable than a camera's date.
  package var creationDate: CaptureDate? { properties.creationDate }
  package var location: MediaLocation? { properties.location }
  /// The title, keywords and other texts that people typed.
  package var description: MediaDescription { properties.description }
  /// The only extension that the sidecar is meant for, such as `CR2`; nil for any.
  package var fileExtension: String? { properties.fileExtension }
}
