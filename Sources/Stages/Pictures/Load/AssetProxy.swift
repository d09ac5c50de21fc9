/// A stand-in for an asset while pixels are made for another purpose than its record, which has its
/// own findings and failures. `@unchecked Sendable`: confined, like the asset, to its worker.
final class AssetProxy: Asset, @unchecked Sendable {
  private let asset: Asset
  private let stage: String
  /// The path of a picture, such as a loaded one, to use instead of the asset's files, if not nil.
  private let path: [UInt8]?

  /// Creates the stand-in; `stage` is the name of the stage that needs the pixels.
  init(_ asset: Asset, for stage: String, as path: [UInt8]? = nil) {
    self.asset = asset
    self.stage = stage
    self.path = path
  }

  override var creationDateIsMoment: Bool? { asset.creationDateIsMoment }

  override func sourceValue(of field: Field) -> FieldValue { asset.value(of: field) }

  override func openOriginal() throws(AssetFailure) -> OpenFile {
    guard let path else { return try asset.openOriginal() }
    do throws(FileProblem) {
      return try FilePlace.path(OwnedBytes(path)).open()
    } catch {
      throw AssetFailure(asset: asset.displayName, stage: stage, reason: error.reason)
    }
  }

  override func derivatives(of version: PictureVersion) -> [any Original] {
    path == nil ? asset.derivatives(of: version) : []
  }

  override var pictureBesideRaw: (any Original)? { path == nil ? asset.pictureBesideRaw : nil }

  override func place(of version: PictureVersion) -> PictureVersion.Place {
    path == nil ? asset.place(of: version) : .original
  }
}
