package import Decoding
internal import Media

extension DecoderPool {
  /// Where the decoder is.
  package func executablePath() throws(DecodeProblem) -> String {
    try settings.executable.path()
  }

  /// The libraries that decoders load when they are needed, and why one can't be.
  ///
  /// Decoders are asked for pictures of files that are none; what is missing is told before a file
  /// is looked at.
  package func libraries() -> [(name: String, problem: DecodeProblem?)] {
    let formats: [(name: String, request: PictureRequest)] = [
      ("libheif", PictureRequest(format: .heic)), ("libvips", PictureRequest(format: .gif)),
    ]
    return formats.map { name, request in
      guard let input = NamelessFile(), let output = NamelessFile() else {
        return (name, DecodeProblem(.outOfMemory, "no file could be made"))
      }
      var problem: DecodeProblem?
      makePictures([Job(request, from: input.descriptor, to: output.descriptor)]) { _, result in
        if case .failure(let found) = result,
          [.missingLibrary, .noDecoder, .crashed, .deadline].contains(found.reason)
        {
          problem = found
        }
      }
      return (name, problem)
    }
  }
}
