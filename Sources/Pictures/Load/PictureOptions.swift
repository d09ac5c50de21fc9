internal import Decoding

/// The picture that a rule wants of each asset.
struct PictureOptions: Hashable, Sendable {
  /// Nil for all pixels.
  var targetSize: PictureSize?
  var contentMode = ContentMode.aspectFit
  var deliveryMode = DeliveryMode.highQualityFormat
  /// Whether a smaller picture will do where the one that is wanted can't be had.
  var allowsDegraded = false
  /// Whether a picture smaller than the size is made larger.
  var allowsEnlarging = false
  /// Of an asset that was edited.
  var version = PictureVersion.current
  /// Nil to choose by the original.
  var format: PictureFormat?

  /// How much of a lossy picture's detail is kept: of a small one all, as there is little to
  /// save.
  var quality: UInt8 {
    guard let targetSize, max(targetSize.width, targetSize.height) <= Self.smallSide else {
      return 82
    }
    return 100
  }

  private static let smallSide: Int32 = 64

  /// Whether a smaller picture is given rather than none, marked as such.
  var acceptsDegraded: Bool { allowsDegraded || deliveryMode != .highQualityFormat }

  /// The values of `format`; "original" is none of these.
  static let formats: [(name: String, format: PictureFormat)] = [
    ("jpeg", .jpeg), ("png", .png), ("webp", .webp),
  ]

  /// For `explain`.
  var summary: String {
    let size = targetSize.map { "\($0.width)x\($0.height)" } ?? "maximum"
    let mode = contentMode == .aspectFill ? ", aspectFill" : ""
    let name = Self.formats.first { $0.format == format }.map { ", \($0.name)" } ?? ""
    let version = version == .current ? "" : ", \(version.rawValue)"
    return "picture \(size)\(mode)\(name), \(deliveryMode.rawValue)\(version)"
  }
}
