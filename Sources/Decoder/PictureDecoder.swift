package import Decoding

/// Makes pictures of files that lie behind open descriptors.
package final class PictureDecoder {
  package init() {}

  /// Decodes, turns, fits, converts to sRGB and encodes.
  ///
  /// - Parameters:
  ///   - input: the file, open for reading, from its start.
  ///   - output: an empty file, open for writing.
  package func decode(
    _ request: PictureRequest, from input: Int32, to output: Int32
  ) throws(DecodeProblem) -> DecodedPicture {
    throw DecodeProblem(.unsupported, "there is no loader for \(request.format) files")
  }
}
