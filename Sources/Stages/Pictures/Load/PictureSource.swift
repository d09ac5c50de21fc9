internal import Media

enum PictureSource {
  /// The original with all its pixels.
  case original
  /// A JPEG inside the original.
  case preview(EmbeddedPreview)
  /// A smaller picture that the library keeps of the asset.
  case derivative(PictureDerivative)
  /// A thumbnail by another program.
  case thumbnail(ThumbnailSource)

  /// A video, of which a still must be made first.
  case video
  /// A JPEG still of a video.
  case poster(NamelessFile)

  var origin: LoadedImage.Origin {
    switch self {
    case .original: .decoded
    case .derivative: .derivative
    case .preview, .thumbnail: .preview
    case .video, .poster: .poster
    }
  }
}

struct PictureCandidate {
  let source: PictureSource
  let key: ThumbnailKey
  /// True if the picture from this source has fewer pixels than requested.
  var isDegraded = false
  /// True if the source is tried after all others failed.
  var isLast = false
}
