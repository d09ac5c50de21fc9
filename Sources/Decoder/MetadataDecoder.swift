package import Decoding

/// Reads all of a file's EXIF, XMP and IPTC.
package struct MetadataDecoder {
  package init() {}

  /// - Parameter input: the file, open for reading.
  /// - Returns: one JSON object; see ``DecodeResponse/metadata(_:)``.
  package func decode(
    _ request: MetadataRequest, from input: Int32
  ) throws(DecodeProblem) -> [UInt8] {
    throw DecodeProblem(.unsupported, "there is no reader for \(request.format) files")
  }
}
