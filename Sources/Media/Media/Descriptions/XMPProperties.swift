internal import Platform

/// The properties of an XMP packet or sidecar that shotflow reads.
package struct XMPProperties: Sendable, Hashable {
  /// The time of capture: `exif:DateTimeOriginal`, else `photoshop:DateCreated`.
  package internal(set) var captureDate: CaptureDate?
  /// The time when it was digitized or first written, `xmp:CreateDate`, else a date without a time;
  /// less reliable than a camera's date.
  package internal(set) var creationDate: CaptureDate?
  package internal(set) var location: MediaLocation?
  /// The title, keywords and other texts that people typed.
  package internal(set) var description = MediaDescription()
  /// The only extension that the sidecar is meant for, such as `CR2`; nil for any.
  package internal(set) var fileExtension: String?
  /// The identifier of the part that did not fit into a JPEG's first segment; nil without one.
  var extensionIdentifier: String?

  /// The limit in bytes; development settings and a history take some hundred KiB.
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

/// The encodings of XMP (XMP part 3, section 1.1): UTF-8 and, in files that are not pictures,
/// UTF-16.
package enum XMPText {
  /// Returns a packet in UTF-16 as UTF-8; nil for a packet in UTF-8.
  package static func utf8(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isBig: Bool
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0, 0x3C): isBig = true
    case (0xFF, 0xFE), (0x3C, 0): isBig = false
    default: return nil
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { place in
      let unit = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
      return isBig ? unit : unit.byteSwapped
    }
    return Array(String(decoding: Array(units), as: UTF16.self).utf8)
  }
}
