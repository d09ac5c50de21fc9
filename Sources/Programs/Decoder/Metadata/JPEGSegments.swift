internal import Media

/// The metadata in a JPEG's application segments.
struct JPEGSegments {
  let exif: ByteRange?
  let xmp: ByteRange?
  /// The Photoshop resources of all APP13 segments, concatenated.
  private(set) var photoshop: [UInt8] = []
  private(set) var extendedXMP: [XMPExtension] = []

  private static let largestSegment = 1 << 16
  private static let mostExtended: Int64 = 4 << 20

  /// Finds the segments of a JPEG; a file of another format has none.
  init(of file: UntrustedFile, in format: MediaFormat) {
    let places = format.isJPEG ? file.jpegMetadata : JPEGMetadata()
    (exif, xmp) = (places.exif, places.xmp)
    for range in places.photoshop
    where photoshop.count + Int(range.count) <= PhotoshopResources.largest {
      photoshop += file.bytes(range, limit: Self.largestSegment) ?? []
    }
    var extended: Int64 = 0
    for range in places.extendedXMP where extended + range.count <= Self.mostExtended {
      extended += range.count
      let part = file.bytes(range, limit: Self.largestSegment).flatMap { XMPExtension($0) }
      if let part { extendedXMP.append(part) }
    }
  }
}
