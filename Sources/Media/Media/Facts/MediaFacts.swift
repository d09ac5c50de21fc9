/// The facts in a file's header about its picture or movie.
///
/// A value without heap storage. Facts that the header does not contain are nil, empty or 0, as
/// documented for each property. Texts are truncated to `ShortText.capacity`.
public struct MediaFacts: Sendable, Equatable {
  /// The format of the content.
  public internal(set) var format = MediaFormat.unknown
  /// The transformation of stored pixels for display, 1…8 as in EXIF; 1 by default.
  ///
  /// HEIF and movies have transformations of their own; an EXIF orientation inside them is ignored,
  /// as ISO/IEC 23008-12 requires.
  public internal(set) var orientation: UInt8 = 1
  /// The colour model, if the header gives it.
  public internal(set) var colorModel: ColorModel?
  /// The number of bits of a sample, if the header gives it.
  public internal(set) var depth: UInt8?
  /// The name of the embedded colour profile, or of standard colours in the header; else empty.
  public internal(set) var profileName = ShortText()
  /// Properties such as panorama, and the presence of a depth or gain map.
  public internal(set) var traits: PictureTraits = []
  /// True if there is more than one frame to play.
  public internal(set) var isAnimated = false
  /// True if the user comment says `Screenshot`, as iOS and macOS write it.
  public internal(set) var saysScreenshot = false
  /// The first problem found, after which facts may be missing; nil if none exists.
  public internal(set) var problem: MediaProblem?
  /// The width in pixels after orientation is applied; 0 if not known.
  public internal(set) var pixelWidth: Int32 = 0
  /// The height in pixels after orientation is applied; 0 if not known.
  public internal(set) var pixelHeight: Int32 = 0
  /// The number of frames, if the header gives it.
  public internal(set) var frameCount: Int32?
  /// The number of times that an animation plays, 0 for endlessly; nil if it is not given.
  public internal(set) var loopCount: Int32?
  /// The frames per second of a movie's picture track; nil if not known.
  public internal(set) var frameRate: Float?
  /// The duration of a movie; nil if not known.
  public internal(set) var durationMilliseconds: Int64?
  /// The time at which the picture was taken; nil if the header does not give it.
  public internal(set) var captureDate: CaptureDate?
  /// The place where the picture was taken; nil if the header does not give it.
  public internal(set) var location: MediaLocation?
  /// The TIFF-structured block of EXIF, from its byte-order mark on; nil without EXIF.
  public internal(set) var exifBlock: ByteRange?
  /// The main XMP packet, without its format's wrapping; nil without XMP.
  public internal(set) var xmpBlock: ByteRange?
  /// The largest embedded JPEG that the header names; nil if it names none.
  public internal(set) var embeddedPreview: EmbeddedPreview?
  /// The camera's maker; empty if not known.
  public internal(set) var make = ShortText()
  /// The camera's model; empty if not known.
  public internal(set) var model = ShortText()
  /// The lens's model; empty if not known.
  public internal(set) var lens = ShortText()
  /// The program that wrote the file, by EXIF or QuickTime metadata; empty if not known.
  public internal(set) var software = ShortText()
  /// The program that wrote the file, by a PNG text chunk (`Software`, `Source`).
  public internal(set) var pngSoftware = ShortText()
  /// EXIF's UserComment, else XMP's `exif:UserComment`.
  public internal(set) var userComment = ShortText()
  /// The identifier that the two halves of a Live Photo share; empty for other files.
  public internal(set) var contentIdentifier = ShortText()
  /// The identifier that the pictures of one burst share; empty for other pictures.
  public internal(set) var burstIdentifier = ShortText()
  /// The process of an Apple camera (EXIF's CustomRendered); plain for other cameras.
  public internal(set) var rendering = CameraRendering.plain

  /// Creates facts of an unknown format.
  public init() {}

  /// True if pixels can be transparent; nil if the header does not tell.
  public internal(set) var hasAlpha: Bool? {
    get { traits.contains(.alphaKnown) ? traits.contains(.alpha) : nil }
    set {
      traits.remove([.alphaKnown, .alpha])
      if let newValue { traits.insert(newValue ? [.alphaKnown, .alpha] : .alphaKnown) }
    }
  }
}

/// The process by which an Apple camera made a picture, with its values of EXIF's CustomRendered.
///
/// Other makers use the tag as EXIF 2.32 has it: 0 for a normal process, 1 for a custom one.
public enum CameraRendering: UInt8, Sendable, CaseIterable {
  /// A normal picture.
  case plain = 0
  /// The combination of several exposures; the plain one was not kept.
  case highDynamicRange = 2
  /// The combination of several exposures, kept beside the plain one.
  case highDynamicRangeBesideOriginal = 3
  /// The plain exposure, kept beside the combination of several exposures.
  case original = 4
  /// A panorama.
  case panorama = 6
  /// A portrait made from several exposures.
  case portraitHighDynamicRange = 7
  /// A portrait, with a blurred background.
  case portrait = 8
}

/// The colour model of a picture's pixels.
public enum ColorModel: UInt8, Sendable, CaseIterable {
  /// Grey.
  case gray = 1
  /// Red, green and blue.
  case rgb = 2
  /// Cyan, magenta, yellow and black.
  case cmyk = 3
  /// CIE L\*a\*b\*.
  case lab = 4

  /// The name that Image I/O gives the model (`kCGImagePropertyColorModel`).
  public var name: StaticString {
    switch self {
    case .gray: "Gray"
    case .rgb: "RGB"
    case .cmyk: "CMYK"
    case .lab: "Lab"
    }
  }
}

/// Properties that a picture's header states, such as panorama, or the presence of a depth or gain
/// map.
///
/// ``MediaFacts/pack(into:)`` writes raw values: a property may be appended, never renumbered.
public struct PictureTraits: OptionSet, Sendable, Hashable {
  /// The bits of the properties.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// XMP describes the picture as a panorama or a part of a sphere (`GPano`).
  public static let panorama = PictureTraits(rawValue: 1 << 0)
  /// A second picture gives the extra brightness of each part on a display with more range:
  /// Apple's, Adobe's and Android's (`hdrgm`), or that of ISO 21496-1.
  public static let gainMap = PictureTraits(rawValue: 1 << 1)
  /// A second picture gives the distance of each part.
  public static let depthMap = PictureTraits(rawValue: 1 << 2)
  /// The header tells whether pixels can be transparent.
  static let alphaKnown = PictureTraits(rawValue: 1 << 3)
  static let alpha = PictureTraits(rawValue: 1 << 4)

  static let all: PictureTraits = [.panorama, .gainMap, .depthMap, .alphaKnown, .alpha]
}

/// A JPEG picture inside the file, such as EXIF's thumbnail or a raw file's preview.
public struct EmbeddedPreview: Sendable, Hashable {
  /// The place of the JPEG stream in the file; its content is not checked.
  public let range: ByteRange
  /// The width in pixels before orientation is applied; 0 if the header does not give it.
  public let pixelWidth: Int32
  /// The height in pixels before orientation is applied; 0 if the header does not give it.
  public let pixelHeight: Int32

  /// Creates a preview from its place; a side that is not known is 0.
  public init(range: ByteRange, pixelWidth: Int32 = 0, pixelHeight: Int32 = 0) {
    self.range = range
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }
}

extension MediaFacts {
  /// Returns true if the size is plausible for a file with this number of bytes. A size is reported
  /// as read, even for a broken file. It is not reliable if the file is cut short within its header
  /// or violates its format, or if it has more pixels than so many bytes can contain.
  package func hasBelievableSize(inFileOf byteCount: Int64) -> Bool {
    guard problem != .truncated, problem != .malformed else { return false }
    guard let density = format.mostPixelsPerByte else { return true }
    let (most, overflows) = byteCount.multipliedReportingOverflow(by: density)
    return overflows || Int64(pixelWidth) * Int64(pixelHeight) <= most
  }
}

extension MediaFormat {
  /// An upper bound for the number of pixels in a byte of such a file; nil if none exists.
  fileprivate var mostPixelsPerByte: Int64? {
    // One bit at least for each block of 64 pixels (ITU-T T.81, F.1.2).
    if isJPEG { return 512 }
    // A sensor's noise takes bits for nearly every pixel, however it is compressed.
    if isRaw { return 64 }
    // Deflate compresses at most 1032 bytes to one, and a byte has at most eight pixels.
    return self == .png || self == .tiff ? 8256 : nil
  }
}
