internal import Media

/// One piece of work for the decoder process.
///
/// The file comes beside the request, as an open descriptor: the decoder never learns a name.
package enum DecodeRequest: Sendable, Hashable {
  /// Makes a picture; a second descriptor, open for writing and empty, takes the encoded bytes.
  case picture(PictureRequest)
  /// Reads all that the file's metadata says.
  case metadata(MetadataRequest)

  /// Which libraries are needed for it.
  package var scope: DecoderScope {
    switch self {
    case .picture(let request): Self.scope(of: request)
    case .metadata: .jpeg
    }
  }

  private static func scope(of request: PictureRequest) -> DecoderScope {
    // An embedded preview is JPEG, whatever the file.
    let isJPEG = request.range != nil
    if request.output == .webp, isJPEG || request.format != .jpegXL { return .every }
    if isJPEG { return .jpeg }
    return switch request.format {
    case .jpeg, .mpo: .jpeg
    case .heic, .heif, .avif: .heif
    case .jpegXL: .jpegXL
    default: .every
    }
  }
}
