internal import Decoding

extension PictureLoader {
  /// The smallest picture of the library's own that is as good as the original for what is wanted.
  func sufficientDerivative(of asset: Asset) -> PictureDerivative? {
    guard options.deliveryMode == .fastFormat else { return nil }
    let original = shownSize(of: asset)
    return derivatives(of: asset).last { $0.suffices(for: options, original: original) }
  }

  /// The largest picture of the library's own, for an asset whose original is not there.
  func largestDerivative(of asset: Asset) -> PictureDerivative? { derivatives(of: asset).first }

  /// Largest first, without those that were cut to another shape.
  private func derivatives(of asset: Asset) -> [PictureDerivative] {
    let places = asset.derivatives(of: options.version)
    guard !places.isEmpty else { return [] }
    let original = shownSize(of: asset)
    return places.prefix(Self.mostDerivatives)
      .compactMap { PictureDerivative($0, by: &headers) }
      .filter { derivative in original.map { isWhole(derivative, of: $0) } ?? true }
      .sorted { $0.size.width > $1.size.width }
  }

  /// Photos keeps two or three.
  private static let mostDerivatives = 16

  private func isWhole(_ derivative: PictureDerivative, of original: PictureSize) -> Bool {
    derivative.size.hasShape(of: original)
  }

  /// The size in which the asset is shown; nil for one that was edited, and so may have been cut.
  private func shownSize(of asset: Asset) -> PictureSize? {
    let (width, height) = (asset.integer(.pixelWidth), asset.integer(.pixelHeight))
    guard case .flag(false) = asset.value(of: .hasAdjustments),
      let width = Int32(exactly: width), let height = Int32(exactly: height), width > 0, height > 0
    else { return nil }
    return PictureSize(width: width, height: height)
  }
}
