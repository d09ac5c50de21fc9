internal import Decoding
internal import Media

extension PictureLoader {
  /// Returns the sources for the picture, best first; throws ``DecodeProblem`` when none exists.
  package func sources(
    for key: ThumbnailKey, _ facts: PictureFacts
  ) throws(DecodeProblem) -> [PictureSource] {
    let media = facts.media
    guard media.format != .unknown else {
      throw DecodeProblem(.unsupported, media.problem?.message ?? "is no picture")
    }
    if media.format.isVideo { return [.video] }
    if media.format.loader == nil {
      guard let preview = media.embeddedPreview else {
        guard !media.format.isRaw else {
          throw DecodeProblem(.unsupported, "the raw file has no preview inside")
        }
        throw DecodeProblem(noLoaderFor: media.format)
      }
      return [.preview(preview)]
    }
    guard key.isFast, let size = facts.size else { return [.original] }
    if let preview = facts.preview, let previewSize = facts.previewSize,
      options.isServed(by: previewSize, of: size)
    {
      return [.preview(preview), .original]
    }
    let needed = options.neededSize(of: size)
    if let thumbnail = destination.source(for: key, minimum: needed),
      thumbnail.size.hasShape(of: size)
    {
      return [.thumbnail(thumbnail), .original]
    }
    return [.original]
  }
}

extension PictureFacts {
  /// The source for a quick picture, if the final one takes long; nil for none.
  var interimSource: PictureSource? {
    guard media.format.loader != nil, let preview, let size, let previewSize,
      previewSize.hasShape(of: size)
    else { return nil }
    return .preview(preview)
  }
}

extension PictureSource {
  /// Returns the request for this source, without the options of the result.
  package func request(for facts: PictureFacts) -> PictureRequest {
    switch self {
    case .original:
      PictureRequest(format: facts.media.format, orientation: facts.media.orientation)
    case .preview(let preview):
      PictureRequest(
        format: .jpeg, range: preview.range, orientation: facts.media.orientation)
    case .derivative(let derivative):
      PictureRequest(
        format: derivative.facts.media.format, orientation: derivative.facts.media.orientation)
    case .thumbnail: PictureRequest(format: .png)
    // A still of a video is upright already.
    case .video, .poster: PictureRequest(format: .jpeg)
    }
  }

  /// Returns the descriptor that the decoder reads.
  package func descriptor(in original: OpenFile) -> Int32 {
    switch self {
    case .original, .preview, .video: original.descriptor
    case .derivative(let derivative): derivative.file.descriptor
    case .thumbnail(let thumbnail): thumbnail.file.descriptor
    case .poster(let still): still.descriptor
    }
  }
}
