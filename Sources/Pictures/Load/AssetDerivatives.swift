internal import Decoding
internal import Media

/// The smaller pictures that a library keeps of a version of an asset, largest first.
struct AssetDerivatives {
  private let asset: Asset
  private let version: PictureVersion
  private lazy var all = Self.read(asset, version)

  /// Photos keeps two or three.
  private static let most = 16

  init(of asset: Asset, _ version: PictureVersion) {
    self.asset = asset
    self.version = version
  }

  /// The best that there is when the version itself can't be had.
  var largest: PictureDerivative? {
    mutating get { all.first }
  }

  /// The smallest that is as good as the version itself for what is wanted.
  mutating func sufficient(for options: PictureOptions) -> PictureDerivative? {
    let shown = asset.shownSize
    return all.last { $0.suffices(for: options, original: shown) }
  }

  /// Whether a picture made of one is less than what is asked for; one of an asset whose size nobody
  /// knows is, unless it has the pixels of the size that is wanted.
  func isDegraded(_ derivative: PictureDerivative, for options: PictureOptions) -> Bool {
    !derivative.suffices(for: options, original: asset.promisedSize(of: version))
  }

  /// One as the picture to show, without a pixel of it changed.
  func image(of derivative: PictureDerivative) -> LoadedImage {
    var image = LoadedImage(
      place: .file(path: derivative.path), size: derivative.size,
      uniformTypeIdentifier: derivative.facts.media.format.uniformTypeIdentifier,
      byteCount: derivative.file.status.size, origin: .derivative)
    image.isDegraded = isDegraded(derivative, for: PictureOptions())
    return image
  }

  /// Without those that were cut to another shape.
  private static func read(_ asset: Asset, _ version: PictureVersion) -> [PictureDerivative] {
    let places = asset.derivatives(of: version)
    guard !places.isEmpty else { return [] }
    let shown = asset.shownSize
    var headers = HeaderReader()
    return places.prefix(most)
      .compactMap { PictureDerivative($0, by: &headers) }
      .filter { derivative in shown.map { derivative.size.hasShape(of: $0) } ?? true }
      .sorted { $0.size.width > $1.size.width }
  }
}

extension Asset {
  /// The size in which the asset is shown; nil for one that was edited, and so may have been cut.
  fileprivate var shownSize: PictureSize? {
    guard case .flag(false) = value(of: .hasAdjustments) else { return nil }
    return pixelSize
  }

  /// The size that a version has by what the library says; nil where that is not known.
  func promisedSize(of version: PictureVersion) -> PictureSize? {
    if case .flag(true) = value(of: .hasAdjustments), version != .current { return nil }
    return pixelSize
  }

  private var pixelSize: PictureSize? {
    guard let width = Int32(exactly: integer(.pixelWidth)), width > 0,
      let height = Int32(exactly: integer(.pixelHeight)), height > 0
    else { return nil }
    return PictureSize(width: width, height: height)
  }
}
