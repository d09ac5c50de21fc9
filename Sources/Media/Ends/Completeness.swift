/// Whether a file looks as if it had been written to its end.
///
/// Looks at the ends that formats have, not at pictures: a file that is complete by this test can
/// still be damaged within.
public enum Completeness: Sendable, Equatable {
  /// The format's end is where the file ends, or before it.
  case complete
  /// The format's end is missing.
  case incomplete
  /// The format has no end that can be told cheaply, or it is hidden by what follows it.
  case unknown

  /// Judges an open regular file of a format that is known from its header.
  public init(descriptor: Int32, size: Int64, format: MediaFormat) throws(MediaError) {
    var window = HeaderWindow()
    try window.open(descriptor: descriptor, size: size)
    guard window.size > 0 else {
      self = .incomplete
      return
    }
    switch format {
    case .jpeg: self = try JPEGEnd.judge(&window)
    case .png: self = try RasterEnd.png(&window)
    case .gif: self = try RasterEnd.gif(&window)
    case .webp: self = try RasterEnd.webp(&window)
    case .heic, .heif, .avif, .cr3, .quickTime, .mpeg4, .m4v, .threeGPP:
      self = try ISOEnd.judge(&window)
    case .tiff, .dng, .cr2, .nef, .arw, .unknown: self = .unknown
    }
  }
}
