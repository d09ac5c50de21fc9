/// Marks of a picture's header that show how the picture was made or what it carries beside pixels.
///
/// Raw values are packed by ``MediaFacts/pack(into:)``: a mark may be appended, never renumbered.
public struct PictureTraits: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// XMP describes the picture as a panorama or a part of a sphere (`GPano`).
  public static let panorama = PictureTraits(rawValue: 1 << 0)
  /// A second picture tells how much brighter each part is on a display with more range: Apple's,
  /// Adobe's and Android's (`hdrgm`), or that of ISO 21496-1.
  public static let gainMap = PictureTraits(rawValue: 1 << 1)
  /// A second picture tells how far away each part is.
  public static let depthMap = PictureTraits(rawValue: 1 << 2)
  /// The header says whether pixels can be transparent.
  static let alphaKnown = PictureTraits(rawValue: 1 << 3)
  /// Pixels can be transparent.
  static let alpha = PictureTraits(rawValue: 1 << 4)

  static let all: PictureTraits = [.panorama, .gainMap, .depthMap, .alphaKnown, .alpha]
}
