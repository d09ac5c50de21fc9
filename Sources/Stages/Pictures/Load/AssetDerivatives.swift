internal import Decoding
internal import Media

/// The smaller pictures that a library stores of a version of an asset, largest first.
struct AssetDerivatives {
  private let asset: Asset
  private let version: PictureVersion
  private lazy var all = Self.read(asset, version)

  /// The maximum number of pictures to read; Photos keeps two or three.
  private static let most = 16

  init(of asset: Asset, _ version: PictureVersion) {
    self.asset = asset
    self.version = version
  }

  /// The largest picture, to use if the version itself is not available; nil without pictures.
  var largest: PictureDerivative? {
    mutating get { all.first }
  }

  /// Returns the smallest picture that serves the options as well as the version; nil if none does.
  mutating func sufficient(for options: PictureOptions) -> PictureDerivative? {
    let shown = asset.shownSize
    return all.last { $0.suffices(for: options, original: shown) }
  }

  /// Returns true if a picture made from the derivative has fewer pixels than requested. If the
  /// size of the asset is unknown, only a derivative with the pixels of the requested size
  /// suffices.
  func isDegraded(_ derivative: PictureDerivative, for options: PictureOptions) -> Bool {
    !derivative.suffices(for: options, original: asset.promisedSize(of: version))
  }

  func image(of derivative: PictureDerivative) -> LoadedImage {
    var image = LoadedImage(
      place: .file(path: derivative.path), size: derivative.size,
      uniformTypeIdentifier: derivative.facts.media.format.uniformTypeIdentifier,
      byteCount: derivative.file.status.size, origin: .derivative)
    image.isDegraded = isDegraded(derivative, for: PictureOptions())
    return image
  }

  /// Reads the library's pictures, except those that were cropped to another shape.
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
  /// The display size of the asset; nil if it was edited, as it may have been cropped.
  fileprivate var shownSize: PictureSize? {
    guard case .flag(false) = value(of: .hasAdjustments) else { return nil }
    return pixelSize
  }

  /// Returns the asset's size in pixels; nil if unknown, as for the original of an edited asset.
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

struct PictureDerivative {
  let file: OpenFile
  let facts: PictureFacts
  let size: PictureSize
  let path: [UInt8]

  /// Reads the header of a picture; nil if that fails, or the decoder doesn't support it.
  init?(_ place: any Original, by reader: inout HeaderReader) {
    guard let file = try? place.open(), file.status.size > 0,
      let facts = try? PictureFacts(file, by: &reader), facts.media.format.isImage,
      !facts.media.format.isRaw, facts.media.problem == nil, let size = facts.size
    else { return nil }
    path = place.pathBytes
    self.file = file
    self.facts = facts
    self.size = size
  }

  /// True if a picture made from it is as good as one made from the original, whose display size is
  /// nil if unknown.
  func suffices(for options: PictureOptions, original: PictureSize?) -> Bool {
    if let original, size.width >= original.width, size.height >= original.height { return true }
    guard let target = options.targetSize else { return false }
    let width = Double(target.width) / Double(size.width)
    let height = Double(target.height) / Double(size.height)
    return (options.contentMode == .aspectFit ? min(width, height) : max(width, height)) <= 1
  }
}
