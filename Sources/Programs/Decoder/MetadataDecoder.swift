package import Decoding
internal import Media

/// Reads all of a file's EXIF, XMP and IPTC, each independently. A broken one keeps the part that
/// could be read and reports the problem in a member `problem`.
package struct MetadataDecoder {
  /// The maximum size of EXIF, XMP and IPTC each, in bytes of JSON; their sum stays below 4 MiB.
  private static let largestPart = 1_300_000

  /// Creates a decoder, which stores nothing between two files.
  package init() {}

  /// Reads the metadata of a file that is open for reading; returns a JSON object, see
  /// ``DecodeResponse/metadata(_:)``.
  package func decode(
    _ request: MetadataRequest, from input: Int32
  ) throws(DecodeProblem) -> [UInt8] {
    let file = try UntrustedFile(input)
    let segments = JPEGSegments(of: file, in: request.format)
    let block = (request.exif ?? segments.exif).map { file.plain($0, limit: Self.largestPart) }
    let exif = block.map { ExifExtract(of: $0.file, at: $0.range, format: request.format) }
    var object = MetadataWriter(limit: 4 << 20)
    object.beginObject()
    if let exif { append("exif", to: &object) { ExifObject.write(exif, into: &$0) } }
    if let packet = request.xmp ?? segments.xmp {
      let (file, packet) = file.plain(packet, limit: XMPObject.largestPacket)
      append("xmp", to: &object) { writer in
        XMPObject.write(file, packet, extensions: segments.extendedXMP, into: &writer)
      }
    }
    let iptc =
      request.format == .png
      ? PNGProfiles.iptc(of: file) : iptc(segments, exif, in: block?.file ?? file)
    if let iptc {
      append("iptc", to: &object) { IPTCObject.write(iptc, into: &$0) }
    }
    object.endObject()
    return Array(object.bytes)
  }

  /// Adds the object that `fill` writes, unless it is empty.
  private func append(
    _ key: String, to object: inout MetadataWriter, _ fill: (inout MetadataWriter) -> Void
  ) {
    var part = MetadataWriter(limit: Self.largestPart)
    part.beginObject()
    fill(&part)
    part.endObject()
    guard part.bytes.count > 2 else { return }
    object.member(key) { $0.append(whole: part.bytes) }
  }

  /// Returns the IIM records of a JPEG's Photoshop segments, else of TIFF's tags; nil without any.
  private func iptc(
    _ segments: JPEGSegments, _ exif: ExifExtract?, in file: UntrustedFile
  ) -> [UInt8]? {
    if let found = PhotoshopResources(segments.photoshop).iptc { return found }
    if let range = exif?.iptc { return file.bytes(range, limit: IPTCRecords.largestBlock) }
    guard let range = exif?.photoshop,
      let resources = file.bytes(range, limit: PhotoshopResources.largest)
    else { return nil }
    return PhotoshopResources(resources).iptc
  }
}
