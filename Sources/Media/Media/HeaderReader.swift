/// A reader of the facts in a file's header, which uses its content and never its name.
///
/// One reader serves many files, on one thread after the other: its buffers are allocated once. It
/// reads with `pread` only, so it neither uses nor changes the descriptor's position. A file
/// usually costs one read of 8 KiB, and at most 4 MiB, whatever its header claims.
public struct HeaderReader: ~Copyable {
  /// The version of the results, raised whenever the reader finds more facts in a file, or other
  /// ones. Callers that cache facts must read files again whose facts have another version.
  package static let version: UInt8 = 3

  package var window = HeaderWindow()

  /// The cost of the last file: the bytes that were read, at least 512 for each read.
  package var cost: Int { window.cost }
  /// The maximum cost of a file, in bytes.
  package static let costLimit = HeaderWindow.budget

  /// Creates a reader and its buffers.
  public init() {}

  /// Reads the facts of an open regular file.
  ///
  /// - Parameter size: the file's size according to `fstat`.
  /// - Throws: `MediaError` for system errors only; invalid content is reported in
  ///   `MediaFacts.problem`, beside the facts before it.
  public mutating func read(
    descriptor: Int32, size: Int64
  ) throws(MediaError) -> MediaFacts {
    var draft = MediaFactsBuilder()
    try window.open(descriptor: descriptor, size: size)
    guard window.size > 0, let head = try window.bytes(at: 0, upTo: FormatSignature.length) else {
      draft.note(.empty)
      return draft.finish()
    }
    draft.facts.format = FormatSignature.format(of: head)
    try draft.facts.format.description.read(&window, &draft)
    if window.isExhausted { draft.note(.tooLarge) }
    return draft.finish()
  }

  /// Reads SVG, a transport stream or TGA, which have no signature; else notes `unsupported`.
  static func readUnsigned(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    if try SVGHeader.recognize(&window, into: &draft) { return }
    // The packets of a transport stream are recognised by their distance.
    if try TransportStream.read(&window, into: &draft) { return }
    if try TGAHeader.recognize(&window, into: &draft) { return }
    draft.note(.unsupported)
  }

  /// Returns the format that a file's first bytes show; 64 are enough.
  ///
  /// The first bytes do not distinguish everything: TIFF-based raw files are mostly seen as `tiff`,
  /// files without a signature as `unknown`, and files with only sound as the movie whose structure
  /// they have.
  public static func format(of firstBytes: UnsafeRawBufferPointer) -> MediaFormat {
    guard let start = firstBytes.baseAddress else { return .unknown }
    return FormatSignature.format(of: Bytes(start: start, count: firstBytes.count))
  }
}
