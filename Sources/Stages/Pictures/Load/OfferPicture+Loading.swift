internal import Decoding

extension OfferPicture {
  /// Returns a small picture of an asset, for an offer, from one that a stage made, else made like
  /// a thumbnail; nil if that fails. The longer side has at most `side` pixels. The asset is not
  /// changed, not even by a failure.
  package static func loaded(of asset: Asset, side: Int, in context: RunContext) -> OfferPicture? {
    guard let side = Int32(exactly: side), side > 0 else { return nil }
    let survey = ThumbnailBatch(side: side, format: .pam, isFast: true, in: context) {
      (picture, _) throws(FileProblem) in try PicturePixels(picture)
    }
    let made = asset.madePicture
    for shown in [
      made.map { AssetProxy(asset, for: "notify", as: $0) }, AssetProxy(asset, for: "notify"),
    ].compactMap(\.self) {
      var pixels: PicturePixels?
      // A failed picture does not end the run.
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
