/// What a file's content says it is; a file's name is never consulted.
///
/// Raw values are stored by callers that cache facts: a case may be appended, never renumbered.
public enum MediaFormat: UInt8, Sendable, CaseIterable {
  case unknown = 0
  case jpeg = 1
  case png = 2
  case gif = 3
  case webp = 4
  case heic = 5
  case heif = 6
  case avif = 7
  case tiff = 8
  case dng = 9
  case cr2 = 10
  case nef = 11
  case arw = 12
  case cr3 = 13
  case quickTime = 14
  case mpeg4 = 15
  case m4v = 16
  case threeGPP = 17

  /// The uniform type identifier of this format; `public.data` for `unknown`.
  public var uniformTypeIdentifier: String {
    switch self {
    case .unknown: "public.data"
    case .jpeg: "public.jpeg"
    case .png: "public.png"
    case .gif: "com.compuserve.gif"
    case .webp: "org.webmproject.webp"
    case .heic: "public.heic"
    case .heif: "public.heif"
    case .avif: "public.avif"
    case .tiff: "public.tiff"
    case .dng: "com.adobe.raw-image"
    case .cr2: "com.canon.cr2-raw-image"
    case .nef: "com.nikon.raw-image"
    case .arw: "com.sony.arw-raw-image"
    case .cr3: "com.canon.cr3-raw-image"
    case .quickTime: "com.apple.quicktime-movie"
    case .mpeg4: "public.mpeg-4"
    case .m4v: "com.apple.m4v-video"
    case .threeGPP: "public.3gpp"
    }
  }

  /// Whether the format holds pictures; HEIC sequences and animated AVIF count as pictures.
  public var isImage: Bool { self != .unknown && !isVideo }

  /// Whether the format holds a movie.
  public var isVideo: Bool {
    switch self {
    case .quickTime, .mpeg4, .m4v, .threeGPP: true
    default: false
    }
  }

  /// Whether the format is a camera's raw picture.
  public var isRaw: Bool {
    switch self {
    case .dng, .cr2, .nef, .arw, .cr3: true
    default: false
    }
  }

  /// The formats whose type conforms to `identifier`, for a test that is compiled once.
  public static func conforming(to identifier: String) -> [MediaFormat] {
    allCases.filter { UniformType.conforms($0.uniformTypeIdentifier, to: identifier) }
  }
}
