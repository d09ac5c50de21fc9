/// The facts that a file's header gives of the picture or movie in it.
///
/// A value without heap storage. Facts that the header does not give are nil, empty or 0, as stated
/// for each field. Texts are cut to `ShortText.capacity`.
public struct MediaFacts: Sendable, Equatable {
  /// The format of the content.
  public internal(set) var format = MediaFormat.unknown
  /// How stored pixels are turned for display, 1…8 as in EXIF; 1 if nothing is said.
  ///
  /// HEIF and movies turn by their own properties; an EXIF orientation inside them is ignored, as
  /// ISO/IEC 23008-12 asks.
  public internal(set) var orientation: UInt8 = 1
  /// How pixels are coded, if the header says it without a decoder.
  public internal(set) var colorModel: ColorModel?
  /// Bits of one sample, if the header says it.
  public internal(set) var depth: UInt8?
  /// The embedded colour profile's name, or that of the standard colours that the header names.
  public internal(set) var profileName = ShortText()
  /// How the picture was made and what it carries beside pixels.
  public internal(set) var traits: PictureTraits = []
  /// True if there is more than one frame to play.
  public internal(set) var isAnimated = false
  /// True if the user comment says `Screenshot`, as iOS and macOS write it.
  public internal(set) var saysScreenshot = false
  /// The first thing that was found wrong; facts read before it stay valid.
  public internal(set) var problem: MediaProblem?
  /// Pixels across after orientation is applied; 0 if not known.
  public internal(set) var pixelWidth: Int32 = 0
  /// Pixels down after orientation is applied; 0 if not known.
  public internal(set) var pixelHeight: Int32 = 0
  /// The number of frames, if it was found without reading further than a header.
  public internal(set) var frameCount: Int32?
  /// How often an animation plays, 0 for endlessly, if it says so.
  public internal(set) var loopCount: Int32?
  /// Frames a second of a movie's picture track.
  public internal(set) var frameRate: Float?
  /// How long a movie plays.
  public internal(set) var durationMilliseconds: Int64?
  /// When the picture was taken.
  public internal(set) var captureDate: CaptureDate?
  /// Where the picture was taken.
  public internal(set) var location: MediaLocation?
  /// The TIFF-structured block of EXIF, from its byte-order mark on.
  public internal(set) var exifBlock: ByteRange?
  /// The main XMP packet, without its format's wrapping.
  public internal(set) var xmpBlock: ByteRange?
  /// The largest embedded JPEG that the header names.
  public internal(set) var embeddedPreview: EmbeddedPreview?
  /// The camera's maker.
  public internal(set) var make = ShortText()
  /// The camera's model.
  public internal(set) var model = ShortText()
  /// The lens's model.
  public internal(set) var lens = ShortText()
  /// The program that wrote the file, by EXIF or QuickTime metadata.
  public internal(set) var software = ShortText()
  /// The program that wrote the file, by a PNG text chunk (`Software`, `Source`).
  public internal(set) var pngSoftware = ShortText()
  /// EXIF's UserComment, else XMP's `exif:UserComment`.
  public internal(set) var userComment = ShortText()
  /// The identifier that the two halves of a live photo share.
  public internal(set) var contentIdentifier = ShortText()
  /// The identifier that the pictures of one burst share.
  public internal(set) var burstIdentifier = ShortText()
  /// How an Apple camera made the picture (EXIF's CustomRendered); 0 for any other camera.
  public internal(set) var rendering = CameraRendering.plain

  public init() {}

  /// True if pixels can be transparent; nil if the header does not say it.
  public internal(set) var hasAlpha: Bool? {
    get { traits.contains(.alphaKnown) ? traits.contains(.alpha) : nil }
    set {
      traits.remove([.alphaKnown, .alpha])
      if let newValue { traits.insert(newValue ? [.alphaKnown, .alpha] : .alphaKnown) }
    }
  }
}
