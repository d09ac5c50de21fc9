internal import Decoding

extension OfferPicture {
  /// The small picture of an asset, for an offer; nil where none can be made.
  ///
  /// Made of the picture that a stage made before, else as a thumbnail is. The asset itself learns
  /// nothing of it, not even why there is none.
  ///
  /// - Parameter side: the pixels that its longer side may have.
  package static func loaded(of asset: Asset, side: Int, in context: RunContext) -> OfferPicture? {
    guard let side = Int32(exactly: side), side > 0 else { return nil }
    let survey = PictureSurvey(side: side, format: .pam, isFast: true, in: context) {
      (picture, _) throws(FileProblem) in try PicturePixels(picture)
    }
    let made = asset.madePicture
    for shown in [
      made.map { ShownAsset(asset, for: "notify", as: $0) }, ShownAsset(asset, for: "notify"),
    ].compactMap(\.self) {
      var pixels: PicturePixels?
      // Why it has none is nothing that the run could not go on with.
      try? survey.run([shown]) { pixels = try? $1.get() }
      if let pixels {
        return OfferPicture(
          width: pixels.width, height: pixels.height, pixels: pixels.bytes,
          address: made.flatMap { FileURI(path: $0)?.text })
      }
    }
    return nil
  }
}

extension Asset {
  /// The path of the last picture that a stage made of the asset; nil where none did.
  fileprivate var madePicture: [UInt8]? {
    let images = (findings?.loads ?? []).compactMap { load -> LoadedImage? in
      if case .image(let image) = load { image } else { nil }
    }
    guard let image = images.last, image.origin != .original, image.origin != .edited,
      case .file(let path) = image.place
    else { return nil }
    return path
  }
}
