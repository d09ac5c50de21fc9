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

  /// The properties of the format: the only other code for a format is its reader.
  private var entry: FormatDescription {
    switch self {
    case .unknown:
      // Sound in QuickTime's family is of no format, although the structure is known.
      FormatDescription(
        kind: .unknown, type: "public.data", parents: ["public.item"], mime: nil, extensions: "",
        phrase: "a file of this kind",
        signatures: [.brand("M4A "), .brand("M4B "), .brand("M4P "), .brand("F4A ")],
        read: HeaderReader.readUnsigned, end: nil)
    case .jpeg:
      .picture(
        "public.jpeg", "image/jpeg", "jpg jpeg jpe jfif pjpeg insp", loader: .jpeg,
        [.start(.init(0xFFD8FF, count: 3))],
        JPEGHeader.read, end: JPEGEnd.judge)
    case .png:
      .picture(
        "public.png", "image/png", "png apng", loader: .png,
        [.start(0x8950_4E47) { $0.big32(4) == 0x0D0A_1A0A }], PNGHeader.read, end: PNGEnd.judge)
    case .gif:
      .picture(
        "com.compuserve.gif", "image/gif", "gif", loader: .gif,
        [.start("GIF8") { $0.has("7a", at: 4) || $0.has("9a", at: 4) }], GIFHeader.read,
        end: GIFEnd.judge)
    case .webp:
      .picture(
        "org.webmproject.webp", "image/webp", "webp", loader: .webp,
        [.start("RIFF") { $0.has("WEBP", at: 8) }], WebPHeader.read, end: WebPEnd.judge)
    case .heic:
      .heif(
        "public.heic", "image/heif", "heic heics hif", in: ["public.heif-standard"],
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"].map { .brand($0) })
    case .heif:
      .heif(
        "public.heif", "image/heif", "heif heifs", in: ["public.heif-standard"],
        ["mif1", "msf1", "mif2", "miaf"].map { .brand($0) })
    case .avif:
      .heif(
        "public.avif", "image/avif", "avif avifs", in: ["public.image"],
        [.brand("avif"), .brand("avis")])
    case .tiff:
      .picture(
        "public.tiff", "image/tiff", "tif tiff", loader: .tiff,
        [.start(0x4949_2A00), .start(0x4D4D_002A), .start(0x4949_2B00), .start(0x4D4D_002B)],
        TIFFHeader.read, end: TIFFEnd.judge)
    case .dng: .raw("com.adobe.raw-image", "image/x-adobe-dng", "dng gpr")
    case .cr2:
      .raw(
        "com.canon.cr2-raw-image", "image/x-canon-cr2", "cr2",
        [.start(0x4949_2A00) { $0.has("CR\u{2}", at: 8) }])
    case .nef: .raw("com.nikon.raw-image", "image/x-nikon-nef", "nef")
    case .arw: .raw("com.sony.arw-raw-image", "image/x-sony-arw", "arw sr2 srf")
    case .cr3:
      .raw(
        "com.canon.cr3-raw-image", "image/x-canon-cr3", "cr3", [.brand("crx ")], ISOHeader.read,
        end: ISOEnd.judge)
    case .quickTime:
      // Files from before `ftyp` begin with one of these boxes (QuickTime File Format, 2001).
      .boxes(
        "com.apple.quicktime-movie", "video/quicktime", "mov qt",
        [.brand("qt  ")] + ["moov", "mdat", "wide", "free", "skip", "pnot"].map { .box($0) })
    case .mpeg4: .boxes("public.mpeg-4", "video/mp4", "mp4 f4v insv", [.brand("")])
    case .m4v:
      .boxes(
        "com.apple.m4v-video", "video/x-m4v", "m4v",
        [.brand("M4V "), .brand("M4VH"), .brand("M4VP")])
    case .threeGPP:
      .boxes("public.3gpp", "video/3gpp", "3gp 3gpp 3g2 3gp2", [.brand("3gp"), .brand("3g2")])
    case .avi:
      .movie(
        "public.avi", "video/x-msvideo", "avi divx", demuxers: ["avi"],
        [.start("RIFF") { $0.has("AVI ", at: 8) }], AVIHeader.read, end: MovieEnd.avi)
    case .matroska:
      .movie(
        "org.matroska.mkv", "video/x-matroska", "mkv mk3d", demuxers: ["matroska"],
        [.later(0x1A45_DFA3)],
        MatroskaHeader.read, end: MovieEnd.matroska)
    case .webM:
      .movie(
        "org.webmproject.webm", "video/webm", "webm", demuxers: ["matroska"],
        [.later(0x1A45_DFA3, MatroskaHeader.isWebM)], MatroskaHeader.read, end: MovieEnd.matroska)
    case .windowsMedia:
      .movie(
        "com.microsoft.windows-media-wmv", "video/x-ms-wmv", "wmv",
        in: ["public.movie", "com.microsoft.advanced-systems-format"], demuxers: ["asf"],
        [.later(0x3026_B275) { $0.big32(4) == 0x8E66_CF11 }], ASFHeader.read,
        end: MovieEnd.windowsMedia)
    case .flash:
      .movie(
        "com.adobe.flash.video", "video/x-flv", "flv", demuxers: ["flv"], [.later("FLV\u{1}")],
        FlashHeader.read, end: FlashEnd.judge)
    case .ogg:
      .movie(
        "org.xiph.ogg-video", "video/ogg", "ogv", in: ["public.video"], demuxers: ["ogg"],
        [.later("OggS")], OggHeader.read, end: MovieEnd.ogg)
    case .transportStream:
      .movie(
        "public.mpeg-2-transport-stream", "video/mp2t", "", demuxers: ["mpegts"],
        [], HeaderReader.readUnsigned)
    case .avchd:
      .movie(
        "public.avchd-mpeg-2-transport-stream", "video/mp2t", "mts m2ts m2t",
        in: ["public.mpeg-2-transport-stream"], demuxers: ["mpegts"], [], HeaderReader.readUnsigned)
    case .mpeg:
      // An MPEG movie may be a bare video stream.
      .movie(
        "public.mpeg", "video/mpeg", "mpg mpeg mpe vob", demuxers: ["mpeg", "mpegvideo"],
        [.later(0x0000_01BA)],
        ProgramStream.read, end: MovieEnd.programStream)
    case .mpeg2:
      .movie(
        "public.mpeg-2-video", "video/mpeg", "m2v", in: ["public.video"], demuxers: ["mpegvideo"],
        [.later(0x0000_01B3)], ProgramStream.readPictures)
    case .dv:
      .movie(
        "public.dv-movie", "video/dv", "dv", demuxers: ["dv"],
        [.later(0x1F07_003F), .later(0x1F07_00BF)], DVHeader.read)
    case .bmp:
      .picture(
        "com.microsoft.bmp", "image/bmp", "bmp dib", loader: .bmp,
        [.later("BM", BMPHeader.isBitmap)],
        BMPHeader.read, end: RasterEnd.bmp)
    case .ico:
      .picture(
        "com.microsoft.ico", "image/vnd.microsoft.icon", "ico", phrase: "a Windows icon (ICO)",
        [.later(0x0000_0100, ICOHeader.isIcon)], ICOHeader.read, end: RasterEnd.ico)
    case .tga:
      .picture(
        "com.truevision.tga-image", "image/x-tga", "tga", phrase: "a Targa picture (TGA)",
        [], HeaderReader.readUnsigned)
    case .pnm:
      .picture(
        "public.pbm", "image/x-portable-anymap", "pbm pgm ppm pnm pam pfm", loader: .pnm,
        [.later("P", PNMHeader.begins)],
        PNMHeader.read, end: RasterEnd.pnm)
    case .psd:
      .picture(
        "com.adobe.photoshop-image", "image/vnd.adobe.photoshop", "psd", loader: .psd,
        [.later("8BPS") { $0.big16(4) == 1 }], PSDHeader.read, end: RasterEnd.psd)
    case .psb:
      .picture(
        "com.adobe.photoshop-large-image", "image/vnd.adobe.photoshop", "psb", loader: .psd,
        [.later("8BPS") { $0.big16(4) == 2 }], PSDHeader.read, end: RasterEnd.psb)
    case .jpeg2000:
      // Motion JPEG 2000 begins like the pictures.
      .picture(
        "public.jpeg-2000", "image/jp2", "jp2 j2k j2c jpf jpx jpm mj2", loader: .jpeg2000,
        ["j2ki", "j2is", "jp2 ", "jpx ", "jpm "].map { .brand($0) } + [
          .later(0x0000_000C) {
            $0.has("jP  ", at: 4) && $0.big32(8) == 0x0D0A_870A && !$0.has("ftypmjp2", at: 16)
          }, .later(0xFF4F_FF51),
        ], JPEG2000Header.read, end: CodestreamEnd.judge)
    case .jpegXL:
      .picture(
        "public.jpeg-xl", "image/jxl", "jxl", loader: .jpegXL,
        [
          .brand("jxl "),
          .later(0x0000_000C) { $0.has("JXL ", at: 4) && $0.big32(8) == 0x0D0A_870A },
          .later(.init(0xFF0A, count: 2)) { $0.count >= 4 },
        ], JPEGXLHeader.read, end: CodestreamEnd.judge)
    // macOS has no identifiers for JPEG XR, PCX and FLIF; other programs use these.
    case .jpegXR:
      // The second number is the version, 0 before the format became a standard.
      .picture(
        "com.microsoft.jxr", "image/jxr", "jxr wdp hdp", phrase: "a JPEG XR picture",
        [.later(0x4949_BC01), .later(0x4949_BC00)], JPEGXRHeader.read)
    case .openEXR:
      .picture(
        "com.ilm.openexr-image", "image/x-exr", "exr", phrase: "an OpenEXR picture",
        [.later(0x762F_3101)], OpenEXRHeader.read)
    case .radiance:
      .picture(
        "public.radiance", "image/vnd.radiance", "", loader: .radiance,
        [
          .later("#?RA") { $0.has("DIANCE\n", at: 4) }, .later("#?RG") { $0.has("BE\n", at: 4) },
        ], RadianceHeader.read)
    case .svg:
      .picture(
        "public.svg-image", "image/svg+xml", "svg", in: ["public.image", "public.xml"],
        loader: .svg,
        [.later("<", SVGHeader.begins)], HeaderReader.readUnsigned, end: RasterEnd.svg)
    case .pcx:
      .picture(
        "com.zsoft.pcx-image", "image/vnd.zbrush.pcx", "pcx",
        phrase: "a PC Paintbrush picture (PCX)",
        [.later("\n", PCXHeader.isPaintbrush)], PCXHeader.read)
    case .flif:
      .picture(
        "info.flif.flif-image", "image/flif", "flif", phrase: "a FLIF picture", [.later("FLIF")],
        FLIFHeader.read)
    case .mpo:
      // A JPEG reader shows the first picture.
      .picture(
        "public.mpo-image", "image/jpeg", "mpo", loader: .jpeg, [], JPEGHeader.read,
        end: JPEGEnd.judge)
    case .raf:
      .raw(
        "com.fuji.raw-image", "image/x-fuji-raf", "raf",
        [.later("FUJI") { $0.has("FILMCCD-RAW ", at: 4) }], RAFHeader.read, end: RawEnd.raf)
    case .rw2:
      .raw(
        "com.panasonic.rw2-raw-image", "image/x-panasonic-rw2", "rw2",
        [.later(0x4949_5500) { $0.big64(8) == 0x88E7_74D8_F825_1D4D }], PanasonicHeader.read)
    case .panasonicRaw:
      .raw(
        "com.panasonic.raw-image", "image/x-panasonic-rw", "", [.later(0x4949_5500)],
        PanasonicHeader.read)
    case .rwl:
      .raw("com.leica.rwl-raw-image", "image/x-panasonic-rw2", "rwl", [], PanasonicHeader.read)
    case .orf:
      .raw(
        "com.olympus.raw-image", "image/x-olympus-orf", "orf ori",
        [.later("IIRO"), .later("IIRS"), .later("MMOR")])
    case .crw:
      .raw(
        "com.canon.crw-raw-image", "image/x-canon-crw", "crw",
        ["II", "MM"].map { .later($0) { $0.has("HEAPCCDR", at: 6) } }, CRWHeader.read)
    case .mrw:
      .raw(
        "com.konicaminolta.raw-image", "image/x-minolta-mrw", "mrw", [.later("\0MRM")],
        MRWHeader.read)
    case .x3f:
      .raw(
        "com.sigma.x3f-raw-image", "image/x-sigma-x3f", "x3f", [.later("FOVb")], X3FHeader.read,
        end: RawEnd.x3f)
    case .iiq:
      .raw(
        "com.phaseone.raw-image", "image/x-dcraw", "iiq",
        [
          .start(0x4949_2A00) { $0.has("IIII", at: 8) },
          .start(0x4D4D_002A) { $0.has("MMMM", at: 8) },
        ])
    case .pef: .raw("com.pentax.raw-image", "image/x-pentax-pef", "pef")
    case .srw: .raw("com.samsung.raw-image", "image/x-dcraw", "srw")
    case .threeFR: .raw("com.hasselblad.3fr-raw-image", "image/x-dcraw", "3fr fff")
    case .nrw: .raw("com.nikon.nrw-raw-image", "image/x-nikon-nrw", "nrw")
    }
  }
}

extension MediaFormat {
  /// The entries by raw value; unused numbers have that of `unknown`.
  private static let descriptions: [FormatDescription] = {
    let most = Int(allCases.map(\.rawValue).max() ?? 0)
    return (0...most).map { (MediaFormat(rawValue: UInt8($0)) ?? .unknown).entry }
  }()

  /// The entry of the format, accessed without a copy, which would cost more than most of its uses.
  var description: FormatDescription {
    _read { yield Self.descriptions[Int(rawValue)] }
  }

  /// The uniform type identifier of this format; `public.data` for `unknown`.
  public var uniformTypeIdentifier: String { description.type }
  /// The media type in shared-mime-info, which file managers use; nil for `unknown`.
  package var mimeType: String? { description.mime }

  /// The formats of movies, as the bits of a number with the raw values as places.
  private static let movies = bits(of: .movie)
  private static let raws = bits(of: .raw)

  private static func bits(of kind: FormatDescription.Kind) -> UInt64 {
    allCases.reduce(0) { $1.description.kind == kind ? $0 | 1 << UInt64($1.rawValue) : $0 }
  }

  /// True if the format contains pictures; HEIC sequences and animated AVIF count as pictures.
  public var isImage: Bool { self != .unknown && !isVideo }
  /// True if the file is a JPEG stream from its first byte on, whatever follows the first picture.
  public var isJPEG: Bool { self == .jpeg || self == .mpo }
  /// True if the format contains a movie.
  public var isVideo: Bool { Self.movies >> UInt64(rawValue) & 1 == 1 }
  /// True if the format is a camera's raw picture.
  public var isRaw: Bool { Self.raws >> UInt64(rawValue) & 1 == 1 }

  /// The extensions that only files of the format have, in lower case, with spaces between them.
  package var extensions: StaticString { description.extensions }

  /// The extensions of cameras' raw pictures, in lower case.
  package static let rawExtensions = allCases.filter(\.isRaw).flatMap {
    "\($0.extensions)".split(separator: " ").map(String.init)
  }

  /// The part of the decoder that reads the pixels; nil if only an embedded JPEG can be shown.
  package var loader: PixelLoader? { description.loader }
  /// The noun phrase for a file without a loader in messages, such as `a Windows icon (ICO)`.
  package var phrase: String { description.phrase }
  /// FFmpeg's names of the demuxers for a movie, best first.
  package var demuxers: [String] { description.demuxers }

  /// Returns the formats whose type conforms to `identifier`, for a test that is compiled once.
  public static func conforming(to identifier: String) -> [MediaFormat] {
    allCases.filter { UniformType.conforms($0.uniformTypeIdentifier, to: identifier) }
  }
}
