internal import Decoding

struct PictureOptions: Hashable, Sendable {
  /// The size to make, in pixels; nil for all pixels of the original.
  var targetSize: PictureSize?
  var contentMode = ContentMode.aspectFit
  var deliveryMode = DeliveryMode.highQualityFormat
  /// True to accept a smaller picture if the requested one can't be made.
  var allowsDegraded = false
  /// True if damage that viewers ignore is a failure.
  var isStrict = false
  /// True to enlarge a picture smaller than the size.
  var allowsEnlarging = false
  /// The version to show of an asset that was edited.
  var version = PictureVersion.current
  /// The format of the result; nil to choose by the original.
  var format: PictureFormat?

  /// The quality of a lossy picture that the rule requests, 1…100; nil to choose by the size.
  var requestedQuality: UInt8?
  /// True to leave the colours as they are, with their profile, instead of converting them to sRGB.
  var keepsProfile = false

  /// The quality of a lossy picture, 1…100; higher for a small one, which has few bytes anyway.
  var quality: UInt8 {
    if let requestedQuality { return requestedQuality }
    guard let targetSize, max(targetSize.width, targetSize.height) <= Self.smallSide else {
      return 82
    }
    return 100
  }

  private static let smallSide: Int32 = 64

  /// True if a smaller picture, marked as such, is accepted instead of a failure.
  var acceptsDegraded: Bool { allowsDegraded || deliveryMode != .highQualityFormat }

  /// The values of `format`, except "original".
  static let formats: [(name: String, format: PictureFormat)] = [
    ("jpeg", .jpeg), ("png", .png), ("webp", .webp),
  ]

  var summary: String {
    let size = targetSize.map { "\($0.width)x\($0.height)" } ?? "maximum"
    let mode = contentMode == .aspectFill ? ", aspectFill" : ""
    let name = Self.formats.first { $0.format == format }.map { ", \($0.name)" } ?? ""
    let version = version == .current ? "" : ", \(version.rawValue)"
    return "picture \(size)\(mode)\(name), \(deliveryMode.rawValue)\(version)"
  }
}

/// The priority of speed or quality, as in PHImageRequestOptionsDeliveryMode.
enum DeliveryMode: String, CaseIterable, Sendable {
  /// Speed: a smaller picture inside the original may be used if it is large enough.
  case fastFormat
  /// Quality: the picture is made from the original's own pixels.
  case highQualityFormat
  /// A quick picture first, then that of ``highQualityFormat``.
  case opportunistic
}

extension PictureOptions {
  /// Returns the least size of a smaller copy of a picture from which the target size can be made
  /// without enlarging; at most the picture's own.
  func neededSize(of picture: PictureSize) -> PictureSize {
    PictureFit(
      picture: picture, target: targetSize, mode: contentMode, allowsEnlarging: false
    ).wholeSize(of: picture)
  }

  func isServed(by preview: PictureSize, of picture: PictureSize) -> Bool {
    let needed = neededSize(of: picture)
    return preview.width >= needed.width && preview.height >= needed.height
      && preview.hasShape(of: picture)
  }
}

extension PictureSize {
  /// The greatest relative difference of shapes, since the sides of small pictures are rounded.
  private static let tolerance = 0.02

  /// True if a picture of this size shows all of another and nothing else: cameras embed previews
  /// of a different shape, with black bars.
  func hasShape(of picture: PictureSize) -> Bool {
    let left = Double(width) * Double(picture.height)
    let right = Double(height) * Double(picture.width)
    return abs(left - right) <= Self.tolerance * max(left, right)
  }
}
