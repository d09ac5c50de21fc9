internal import Decoding
internal import Platform

extension OfferPicture {
  /// The small picture of an asset, for an offer; nil where none can be made.
  ///
  /// Made of the picture that a stage made before, else as a thumbnail is. The asset itself learns
  /// nothing of it, not even why there is none.
  ///
  /// - Parameter side: the pixels that its longer side may have.
  package static func loaded(of asset: Asset, side: Int, in context: RunContext) -> OfferPicture? {
    guard let side = Int32(exactly: side), side > 0 else { return nil }
    var options = PictureOptions()
    options.targetSize = PictureSize(width: side, height: side)
    options.deliveryMode = .fastFormat
    options.allowsDegraded = true
    options.format = .pam
    var context = context
    // Nothing of this is the run's.
    context.progress = RunProgress()
    context.failed = nil
    let destination = PixelDestination()
    let loader = PictureLoader(options, to: destination, in: context)
    let made = asset.madePicture
    for shown in [made.map { ShownAsset(asset, as: $0) }, ShownAsset(asset)].compactMap(\.self) {
      // Why it has none is nothing that the run could not go on with.
      try? loader.load([shown]) { _ in }
      if let (size, pixels) = destination.take() {
        return OfferPicture(
          width: Int(size.width), height: Int(size.height), pixels: pixels,
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

/// An asset as the picture of an offer is made of it: what is found out on the way stays here.
private final class ShownAsset: Asset, @unchecked Sendable {
  private let asset: Asset
  /// The picture that stands for the asset, such as one that was loaded; nil for what the asset has.
  private let path: [UInt8]?

  init(_ asset: Asset, as path: [UInt8]? = nil) {
    self.asset = asset
    self.path = path
  }

  override func sourceValue(of field: Field) -> FieldValue { asset.value(of: field) }

  override func openOriginal() throws(AssetFailure) -> OpenFile {
    guard let path else { return try asset.openOriginal() }
    do throws(FileProblem) {
      return try FilePlace.path(OwnedBytes(path)).open()
    } catch {
      throw AssetFailure(asset: asset.displayName, stage: "notify", reason: error.reason)
    }
  }

  override func derivatives(of version: PictureVersion) -> [any Original] {
    path == nil ? asset.derivatives(of: version) : []
  }

  override func place(of version: PictureVersion) -> PictureVersion.Place {
    path == nil ? asset.place(of: version) : .original
  }
}

/// Takes the pixels of one picture after the other into memory. Confined to one lane.
private final class PixelDestination: PictureDestination {
  private var taken: (size: PictureSize, pixels: [UInt8])?

  /// The last picture, once.
  func take() -> (size: PictureSize, pixels: [UInt8])? {
    defer { taken = nil }
    return taken
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    guard let file = NamelessFile() else { throw FileProblem(error: errno) }
    return Pending(file, self)
  }

  private final class Pending: PendingPicture {
    private let file: NamelessFile
    private let destination: PixelDestination

    private static let headerEnd = Array("ENDHDR\n".utf8)
    /// More than a picture of an offer can have, with its header.
    private static let most = 8 << 20

    init(_ file: NamelessFile, _ destination: PixelDestination) {
      self.file = file
      self.destination = destination
    }

    var descriptor: Int32 { file.descriptor }

    func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place {
      try file.seal()
      try PictureCheck.check(descriptor, is: decoded, .pam)
      guard let bytes = try OpenFile(copying: descriptor).bytes(atMost: Self.most),
        let header = bytes.firstRange(of: Self.headerEnd)
      else { throw FileProblem("is no picture for an offer") }
      destination.taken = (decoded.size, Array(bytes[header.upperBound...]))
      return .descriptor(descriptor, offset: 0)
    }
  }
}
