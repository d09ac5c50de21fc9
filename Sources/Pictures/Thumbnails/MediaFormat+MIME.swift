internal import Media

extension MediaFormat {
  /// The media type as shared-mime-info names it, which file managers go by; nil for `unknown`.
  var mimeType: String? {
    switch self {
    case .unknown: nil
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .heic, .heif: "image/heif"
    case .avif: "image/avif"
    case .tiff: "image/tiff"
    case .dng: "image/x-adobe-dng"
    case .cr2: "image/x-canon-cr2"
    case .nef: "image/x-nikon-nef"
    case .arw: "image/x-sony-arw"
    case .cr3: "image/x-canon-cr3"
    case .quickTime: "video/quicktime"
    case .mpeg4: "video/mp4"
    case .m4v: "video/x-m4v"
    case .threeGPP: "video/3gpp"
    }
  }
}
