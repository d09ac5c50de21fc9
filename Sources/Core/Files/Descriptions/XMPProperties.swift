package import Media
internal import Platform

/// The properties of an XMP packet or sidecar that shotflow reads.
package struct XMPProperties: Sendable, Hashable {
  /// The time of capture: `exif:DateTimeOriginal`, else `photoshop:DateCreated`, else nil.
  package internal(set) var captureDate: CaptureDate?
  /// The unit of time in milliseconds to which the capture date is written: 1, a second or a minute.
  package internal(set) var captureUnit: Int64 = 1
  /// A date without a time, else the time when the picture was digitized or first written,
  /// `xmp:CreateDate`, else nil; less reliable than a camera's date.
  package internal(set) var creationDate: CaptureDate?
  package internal(set) var location: MediaLocation?
  /// The title, keywords and other texts that people typed.
  package internal(set) var description = MediaDescription()
  /// True if the keywords are a list; else they are the last parts of paths.
  var listsKeywords = false
  /// The keywords with those above them, as Lightroom has them: `Places|Germany|Berlin`.
  var lightroomPaths: [String] = []
  /// The keywords with those above them, as digiKam has them: `Places/Germany/Berlin`.
  var digiKamPaths: [String] = []
  /// The sets of a catalogue that the picture is in, read as albums: `Travel|Italy`.
  var albums: [String] = []
  /// The only extension that the sidecar is meant for, such as `CR2`; nil for any.
  package internal(set) var fileExtension: String?
  /// The identifier of the part that did not fit into a JPEG's first segment; nil without one.
  var extensionIdentifier: String?

  /// The maximum size of a packet in bytes; settings and a history take some hundred KiB.
  package static let sizeLimit = 4 << 20

  init() {}

  /// Reads a packet, in UTF-8 or UTF-16.
  ///
  /// - Parameter problem: set to the reason why the rest of the packet was not read; the
  ///   properties in front of it are kept.
  package init(_ bytes: UnsafeRawBufferPointer, problem: inout XMPProblem?) {
    var reader = XMPPropertyReader()
    do throws(XMLProblem) {
      if let text = XMPText.utf8(bytes) {
        try text.withUnsafeBytes(reading: &reader)
      } else {
        try reader.read(bytes)
      }
    } catch {
      switch error {
      case .malformed: problem = .notXML
      case .documentType: problem = .documentType
      case .tooComplex: problem = .tooComplex
      }
    }
    if problem == nil, !reader.hasRDF { problem = .notXML }
    self = reader.finish()
  }

  /// Returns the names in a keyword's path, which bars or slashes separate: `Places|Berlin`.
  static func names(_ path: String) -> [String] {
    let names = path.split(separator: path.contains("|") ? "|" : "/").map(String.init)
    return names.isEmpty ? [path] : names
  }

  /// Reads a whole packet; throws ``SidecarProblem`` if it is not XMP to its end.
  init(whole bytes: UnsafeRawBufferPointer) throws(SidecarProblem) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
    var problem: XMPProblem?
    self.init(bytes, problem: &problem)
    switch problem {
    case nil: break
    case .notXML: throw .notXML
    case .documentType: throw .documentType
    case .tooComplex: throw .tooComplex
    }
  }
}

/// The reason why XMP could not be read, or not to its end.
package enum XMPProblem: Error {
  case notXML
  /// A document type, which could define entities that grow without end.
  case documentType
  /// The content is nested deeper, or has more members, than any program writes.
  case tooComplex
}

extension [UInt8] {
  fileprivate func withUnsafeBytes(reading reader: inout XMPPropertyReader) throws(XMLProblem) {
    let result = withUnsafeBytes { bytes in
      Result { () throws(XMLProblem) in try reader.read(bytes) }
    }
    try result.get()
  }
}
