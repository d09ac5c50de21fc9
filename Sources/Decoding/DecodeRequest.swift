internal import Media

/// One piece of work for the decoder process.
///
/// The file comes beside the request, as an open descriptor: the decoder never learns a name.
public enum DecodeRequest: Sendable, Hashable {
  /// Makes a picture; a second descriptor, open for writing and empty, takes the encoded bytes.
  case picture(PictureRequest)
  /// Reads all that the file's metadata says.
  case metadata(MetadataRequest)

  /// Which libraries are needed for it.
  public var scope: DecoderScope {
    switch self {
    case .picture(let request):
      // An embedded preview is JPEG, whatever the file.
      (request.format == .jpeg || request.range != nil) && request.output != .webp ? .jpeg : .every
    case .metadata: .jpeg
    }
  }
}
