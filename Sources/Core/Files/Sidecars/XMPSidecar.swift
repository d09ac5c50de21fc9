package import Media
internal import Platform

/// The metadata in an XMP sidecar of a picture or video.
package struct XMPSidecar: Sendable, Hashable {
  /// The time of capture: `exif:DateTimeOriginal`, else `photoshop:DateCreated`.
  package internal(set) var captureDate: CaptureDate?
  /// The time when the picture was digitized or first written, `xmp:CreateDate`, else a date
  /// without a time; less reliable than a camera's date.
  package internal(set) var creationDate: CaptureDate?
  package internal(set) var location: MediaLocation?
  /// The title, `dc:title`.
  package internal(set) var title: String?
  /// The caption, `dc:description`.
  package internal(set) var caption: String?
  /// The keywords, `dc:subject`, else the last parts of hierarchical keywords.
  package internal(set) var keywords: [String] = []
  /// The names of people, in face regions and in `Iptc4xmpExt:PersonInImage`.
  package internal(set) var persons: [String] = []
  /// The only extension that the sidecar is meant for, such as `CR2`; nil for any.
  package internal(set) var fileExtension: String?

  /// The limit in bytes; development settings and a history take some hundred KiB.
  package static let sizeLimit = 4 << 20

  init() {}

  /// Reads a whole file; throws ``SidecarProblem`` when it is not XMP.
  package init(_ bytes: UnsafeRawBufferPointer) throws(SidecarProblem) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
    var reader = XMLReader(bytes)
    var draft = XMPSidecarBuilder()
    do throws(XMLProblem) {
      while let event = try reader.next() {
        switch event {
        case .begin(let name, let attributes): draft.begin(name, attributes)
        case .text(let text): draft.take(text)
        case .end: draft.end()
        }
      }
    } catch {
      switch error {
      case .malformed: throw .notXML
      case .documentType: throw .documentType
      case .tooComplex: throw .tooComplex
      }
    }
    guard draft.hasRDF else { throw .notXML }
    self = draft.finish()
  }
}
