/// The format of a file according to its content; a file's name is never used.
///
/// Callers store raw values in caches: a case may be appended, never renumbered.
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
  case avi = 50
  case matroska = 51
  case webM = 52
  case windowsMedia = 53
  case flash = 54
  case ogg = 55
  case transportStream = 56
  case avchd = 57
  case mpeg = 58
  case mpeg2 = 59
  case dv = 60
  case bmp = 18
  case ico = 19
  case tga = 20
  case pnm = 21
  case psd = 22
  case jpeg2000 = 23
  case jpegXL = 24
  case jpegXR = 25
  case openEXR = 26
  case radiance = 27
  case svg = 28
  case raf = 29
  case rw2 = 30
  case orf = 31
  case crw = 32
  case mrw = 33
  case x3f = 34
  case iiq = 35
  case pef = 36
  case srw = 37
  case threeFR = 38
  case mpo = 39
  case pcx = 40
  case psb = 41
  case nrw = 42
  case rwl = 43
  case flif = 44
  case panasonicRaw = 45

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
    case .avi: "public.avi"
    case .matroska: "org.matroska.mkv"
    case .webM: "org.webmproject.webm"
    case .windowsMedia: "com.microsoft.windows-media-wmv"
    case .flash: "com.adobe.flash.video"
    case .ogg: "org.xiph.ogg-video"
    case .transportStream: "public.mpeg-2-transport-stream"
    case .avchd: "public.avchd-mpeg-2-transport-stream"
    case .mpeg: "public.mpeg"
    case .mpeg2: "public.mpeg-2-video"
    case .dv: "public.dv-movie"
    case .bmp: "com.microsoft.bmp"
    case .ico: "com.microsoft.ico"
    case .tga: "com.truevision.tga-image"
    case .pnm: "public.pbm"
    case .psd: "com.adobe.photoshop-image"
    case .psb: "com.adobe.photoshop-large-image"
    case .jpeg2000: "public.jpeg-2000"
    case .jpegXL: "public.jpeg-xl"
    case .openEXR: "com.ilm.openexr-image"
    case .radiance: "public.radiance"
    case .svg: "public.svg-image"
    case .mpo: "public.mpo-image"
    // macOS has no identifiers for these three; other programs use these.
    case .jpegXR: "com.microsoft.jxr"
    case .pcx: "com.zsoft.pcx-image"
    case .flif: "info.flif.flif-image"
    case .raf: "com.fuji.raw-image"
    case .rw2: "com.panasonic.rw2-raw-image"
    case .panasonicRaw: "com.panasonic.raw-image"
    case .rwl: "com.leica.rwl-raw-image"
    case .orf: "com.olympus.raw-image"
    case .crw: "com.canon.crw-raw-image"
    case .mrw: "com.konicaminolta.raw-image"
    case .x3f: "com.sigma.x3f-raw-image"
    case .iiq: "com.phaseone.raw-image"
    case .pef: "com.pentax.raw-image"
    case .srw: "com.samsung.raw-image"
    case .threeFR: "com.hasselblad.3fr-raw-image"
    case .nrw: "com.nikon.nrw-raw-image"
    }
  }

  /// True if the format contains pictures; HEIC sequences and animated AVIF count as pictures.
  public var isImage: Bool { self != .unknown && !isVideo }

  /// True if the file is a JPEG stream from its first byte on, whatever follows the first picture.
  public var isJPEG: Bool { self == .jpeg || self == .mpo }

  /// True if the format contains a movie.
  public var isVideo: Bool {
    switch self {
    case .quickTime, .mpeg4, .m4v, .threeGPP: true
    case .avi, .matroska, .webM, .windowsMedia, .flash, .ogg, .transportStream, .avchd, .mpeg,
      .mpeg2, .dv:
      true
    default: false
    }
  }

  /// True if the format is a camera's raw picture.
  public var isRaw: Bool {
    switch self {
    case .dng, .cr2, .nef, .arw, .cr3: true
    case .raf, .rw2, .rwl, .orf, .crw, .mrw, .x3f, .iiq, .pef, .srw, .threeFR, .nrw, .panasonicRaw:
      true
    default: false
    }
  }

  /// Returns the formats whose type conforms to `identifier`, for a test that is compiled once.
  public static func conforming(to identifier: String) -> [MediaFormat] {
    allCases.filter { UniformType.conforms($0.uniformTypeIdentifier, to: identifier) }
  }
}
