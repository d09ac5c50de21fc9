package import Media

/// What an XMP sidecar says of its picture or video.
package struct XMPSidecar: Sendable, Hashable {
  /// When it was taken: `exif:DateTimeOriginal`, else `photoshop:DateCreated`.
  package internal(set) var captureDate: CaptureDate?
  /// When it was digitized or first written, `xmp:CreateDate`, else a date without a time; worth
  /// less than what a camera says.
  package internal(set) var creationDate: CaptureDate?
  package internal(set) var location: MediaLocation?
  /// `dc:title`.
  package internal(set) var title: String?
  /// `dc:description`.
  package internal(set) var caption: String?
  /// `dc:subject`, else the last parts of hierarchical keywords.
  package internal(set) var keywords: [String] = []
  /// Who is named: in face regions, and by `Iptc4xmpExt:PersonInImage`.
  package internal(set) var persons: [String] = []
  /// The only extension that the sidecar is meant for, such as `CR2`; nil for any.
  package internal(set) var fileExtension: String?

  /// Development settings and a history take some hundred KiB.
  package static let sizeLimit = 4 << 20

  init() {}

  /// Reads a whole file.
  ///
  /// - Throws: ``SidecarProblem`` when it is no XMP.
  package init(_ bytes: UnsafeRawBufferPointer) throws(SidecarProblem) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
    var reader = XMLReader(bytes)
    var draft = XMPSidecarDraft()
    while let event = try reader.next() {
      switch event {
      case .begin(let name, let attributes): draft.begin(name, attributes)
      case .text(let text): draft.take(text)
      case .end: draft.end()
      }
    }
    guard draft.hasRDF else { throw .notXML }
    self = draft.finish()
  }
}
