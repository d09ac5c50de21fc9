/// Reads what a file's header says, by content and never by name.
///
/// One reader serves one thread after the other and many files: its buffers are allocated once.
/// Reading uses `pread` alone, so the descriptor's position neither matters nor moves. A file
/// costs one read of 8 KiB in the usual case and 4 MiB in the worst, whatever its header claims.
public struct HeaderReader: ~Copyable {
  /// Raised whenever the reader finds more in a file, or something else, than it did before.
  ///
  /// Callers that keep facts read files anew whose facts are of another version.
  package static let version: UInt8 = 1

  private var window = HeaderWindow()

  /// What the last file cost: the bytes that were read of it, at least 512 for each read.
  package var cost: Int { window.cost }
  /// What any file may cost.
  package static let costLimit = HeaderWindow.budget

  public init() {}

  /// The facts of an open regular file.
  ///
  /// - Parameter size: the file's size, as `fstat` says it.
  /// - Throws: `MediaError` for errors of the system only; content that can't be understood is
  ///   told by `MediaFacts.problem`, beside what was understood before it.
  public mutating func read(
    descriptor: Int32, size: Int64
  ) throws(MediaError) -> MediaFacts {
    var draft = FactsDraft()
    try window.open(descriptor: descriptor, size: size)
    guard window.size > 0, let head = try window.bytes(at: 0, upTo: FormatSignature.length) else {
      draft.note(.empty)
      return draft.finish()
    }
    draft.facts.format = FormatSignature.format(of: head)
    switch draft.facts.format {
    case .unknown: draft.note(.unsupported)
    case .jpeg: try JPEGHeader.read(&window, into: &draft)
    case .png: try PNGHeader.read(&window, into: &draft)
    case .gif: try GIFHeader.read(&window, into: &draft)
    case .webp: try WebPHeader.read(&window, into: &draft)
    case .tiff, .dng, .cr2, .nef, .arw: try TIFFHeader.read(&window, into: &draft)
    case .heic, .heif, .avif, .cr3, .quickTime, .mpeg4, .m4v, .threeGPP:
      try ISOHeader.read(&window, into: &draft)
    }
    if window.isExhausted { draft.note(.tooLarge) }
    return draft.finish()
  }

  /// The format that a file's first bytes show; 64 are enough.
  ///
  /// Raw files other than CR2 and CR3 are seen as `tiff`: what tells them apart lies further in.
  public static func format(of firstBytes: UnsafeRawBufferPointer) -> MediaFormat {
    guard let start = firstBytes.baseAddress else { return .unknown }
    return FormatSignature.format(of: Bytes(start: start, count: firstBytes.count))
  }
}
