/// The type of an asset, with the names of PHAssetMediaType.
public enum MediaType: UInt8, CaseIterable, Sendable {
  case unknown, image, video, audio

  package var name: StaticString {
    switch self {
    case .unknown: "unknown"
    case .image: "image"
    case .video: "video"
    case .audio: "audio"
    }
  }
}
