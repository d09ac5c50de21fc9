/// The outcome of a check that a file was written to its end.
///
/// The check looks at the end markers of formats, not at pictures: a file that is complete by this
/// test can still be damaged within.
public enum Completeness: Sendable, Equatable {
  /// The end of the format is at the end of the file, or before it.
  case complete
  /// The end of the format is missing.
  case incomplete
  /// The format has no end that is cheap to find, or other data after it hides it.
  case unknown

  /// The maximum number of bytes read of a file; usually a few suffice.
  private static let budget = 64 << 20

  /// Checks an open regular file whose format is known from its header.
  public init(descriptor: Int32, size: Int64, format: MediaFormat) throws(MediaError) {
    var window = HeaderWindow()
    try window.open(descriptor: descriptor, size: size, budget: Self.budget)
    guard window.size > 0 else {
      self = .incomplete
      return
    }
    switch format {
    case .jpeg, .mpo: self = try JPEGEnd.judge(&window)
    case .png: self = try PNGEnd.judge(&window)
    case .gif: self = try GIFEnd.judge(&window)
    case .webp: self = try WebPEnd.judge(&window)
    case .heic, .heif, .avif, .cr3, .quickTime, .mpeg4, .m4v, .threeGPP:
      self = try ISOEnd.judge(&window)
    case .avi: self = try MovieEnd.avi(&window)
    case .matroska, .webM: self = try MovieEnd.matroska(&window)
    case .windowsMedia: self = try MovieEnd.windowsMedia(&window)
    case .flash: self = try FlashEnd.lastTag(&window) == nil ? .incomplete : .complete
    case .ogg: self = try MovieEnd.ogg(&window)
    case .mpeg: self = try MovieEnd.programStream(&window)
    case .transportStream, .avchd, .mpeg2, .dv: self = .unknown
    case .jpeg2000, .jpegXL: self = try CodestreamEnd.judge(&window)
    case .bmp: self = try RasterEnd.bmp(&window)
    case .ico: self = try RasterEnd.ico(&window)
    case .pnm: self = try RasterEnd.pnm(&window)
    case .psd, .psb: self = try RasterEnd.psd(&window, isLarge: format == .psb)
    case .svg: self = try RasterEnd.svg(&window)
    case .raf: self = try RawEnd.raf(&window)
    case .x3f: self = try RawEnd.x3f(&window)
    case .tiff, .dng, .cr2, .nef, .arw, .unknown: self = .unknown
    case .tga, .jpegXR, .openEXR, .radiance, .pcx, .flif: self = .unknown
    case .rw2, .rwl, .panasonicRaw, .orf, .crw, .mrw, .iiq, .pef, .srw, .threeFR, .nrw:
      self = .unknown
    }
  }

  /// Complete if the file reaches to `end`.
  init(_ window: borrowing HeaderWindow, endsAt end: Int64) {
    self = end <= window.size ? .complete : .incomplete
  }
}

/// Checks that a file's boxes add up to its size and that the necessary ones exist.
enum ISOEnd {
  static func judge(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> Completeness {
    var draft = MediaFactsBuilder()
    var boxes = BoxList(from: 0, to: window.size)
    var hasIndex = false
    while let box = try boxes.next(&window, &draft) {
      if box.type == BoxType.moov || box.type == BoxType.meta { hasIndex = true }
    }
    switch draft.facts.problem {
    case .truncated: return .incomplete
    case .tooLarge: return .unknown
    case nil: return hasIndex ? .complete : .incomplete
    // Bytes after the last box that are no box: data that phones append.
    default: return hasIndex ? .complete : .unknown
    }
  }
}
