internal import Media

/// What a picture can be made from.
enum PictureSource {
  /// All of the original.
  case original
  /// A JPEG inside the original.
  case preview(EmbeddedPreview)
  /// A smaller picture that the library keeps of the asset.
  case derivative(PictureDerivative)
  /// A thumbnail that another program made.
  case thumbnail(ThumbnailSource)

  /// A video, of which a still has to be made first.
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

/// One way to come to the picture that is wanted.
struct PictureCandidate {
  let source: PictureSource
  /// The picture that it gives.
  let key: ThumbnailKey
  /// Whether that has less than what is asked for.
  var isDegraded = false
  /// Whether it is tried only because all else failed.
  var isLast = false

  init(
    _ source: PictureSource, _ key: ThumbnailKey, isDegraded: Bool = false, isLast: Bool = false
  ) {
    self.source = source
    self.key = key
    self.isDegraded = isDegraded
    self.isLast = isLast
  }
}
