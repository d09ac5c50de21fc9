/// An asset as pixels of it are made for others than its record: what is found out on the way, a failure
/// among it, stays here.
final class ShownAsset: Asset, @unchecked Sendable {
  private let asset: Asset
  private let stage: String
  /// The picture that stands for the asset, such as one that was loaded; nil for what the asset has.
  private let path: [UInt8]?

  /// - Parameter stage: the word of the stage that wants the pixels.
  init(_ asset: Asset, for stage: String, as path: [UInt8]? = nil) {
    self.asset = asset
    self.stage = stage
    self.path = path
  }

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

  override func place(of version: PictureVersion) -> PictureVersion.Place {
    path == nil ? asset.place(of: version) : .original
  }
}
