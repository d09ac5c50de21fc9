/// The special kinds of image or video that an asset belongs to, such as panoramas, with
/// PHAssetMediaSubtype's names and values.
public struct MediaSubtypes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static let photoPanorama = MediaSubtypes(rawValue: 1 << 0)
  public static let photoHDR = MediaSubtypes(rawValue: 1 << 1)
  public static let photoScreenshot = MediaSubtypes(rawValue: 1 << 2)
  public static let photoLive = MediaSubtypes(rawValue: 1 << 3)
  public static let photoDepthEffect = MediaSubtypes(rawValue: 1 << 4)
  public static let spatialMedia = MediaSubtypes(rawValue: 1 << 10)
  public static let videoStreamed = MediaSubtypes(rawValue: 1 << 16)
  public static let videoHighFrameRate = MediaSubtypes(rawValue: 1 << 17)
  public static let videoTimelapse = MediaSubtypes(rawValue: 1 << 18)
  public static let videoScreenRecording = MediaSubtypes(rawValue: 1 << 19)
  public static let videoCinematic = MediaSubtypes(rawValue: 1 << 21)

  /// Every subtype with its name, in the order in which records list them.
  package static let named: [(subtype: MediaSubtypes, name: StaticString)] = [
    (.photoPanorama, "photoPanorama"),
    (.photoHDR, "photoHDR"),
    (.photoScreenshot, "photoScreenshot"),
    (.photoLive, "photoLive"),
    (.photoDepthEffect, "photoDepthEffect"),
    (.spatialMedia, "spatialMedia"),
    (.videoStreamed, "videoStreamed"),
    (.videoHighFrameRate, "videoHighFrameRate"),
    (.videoTimelapse, "videoTimelapse"),
    (.videoScreenRecording, "videoScreenRecording"),
    (.videoCinematic, "videoCinematic"),
  ]

  /// The names of the subtypes in the set, in the order of ``named``.
  public var names: [String] {
    Self.named.filter { contains($0.subtype) }.map { "\($0.name)" }
  }
}
