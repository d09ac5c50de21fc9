package import Decoding

/// Makes pictures of files that lie behind open descriptors.
package final class PictureDecoder {
  /// Loads the libraries; called before the process closes itself in.
  ///
  /// A library that is not there is told by the requests that need it.
  package init(scope: DecoderScope) {}

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
