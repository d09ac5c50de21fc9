/// Reads the facts in a file's header, by content and never by name.
///
/// One reader serves many files, on one thread after the other: its buffers are allocated once. It
/// reads with `pread` only, so it neither uses nor changes the descriptor's position. A file
/// usually costs one read of 8 KiB, and at most 4 MiB, whatever its header claims.
public struct HeaderReader: ~Copyable {
  /// The version of the results, raised whenever the reader finds more facts in a file, or other
  /// ones.
  ///
  /// Callers that cache facts must read files again whose facts have another version.
  package static let version: UInt8 = 2

  private var window = HeaderWindow()

  /// The cost of the last file: the bytes that were read, at least 512 for each read.
  package var cost: Int { window.cost }
  /// The maximum cost of a file.
  package static let costLimit = HeaderWindow.budget

  /// Creates a reader.
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
    switch draft.facts.format {
    case .unknown, .tga, .svg: try readUnsigned(into: &draft)
    case .jpeg, .mpo: try JPEGHeader.read(&window, into: &draft)
    case .png: try PNGHeader.read(&window, into: &draft)
    case .gif: try GIFHeader.read(&window, into: &draft)
    case .webp: try WebPHeader.read(&window, into: &draft)
    case .tiff, .dng, .cr2, .nef, .arw, .orf, .iiq, .pef, .srw, .threeFR, .nrw:
      try TIFFHeader.read(&window, into: &draft)
    case .heic, .heif, .avif, .cr3, .quickTime, .mpeg4, .m4v, .threeGPP:
      try ISOHeader.read(&window, into: &draft)
    case .avi: try AVIHeader.read(&window, into: &draft)
    case .matroska, .webM: try MatroskaHeader.read(&window, into: &draft)
    case .windowsMedia: try ASFHeader.read(&window, into: &draft)
    case .flash: try FlashHeader.read(&window, into: &draft)
    case .ogg: try OggHeader.read(&window, into: &draft)
    case .mpeg: try ProgramStream.read(&window, into: &draft)
    case .mpeg2: try ProgramStream.readPictures(&window, into: &draft)
    case .dv: try DVHeader.read(&window, into: &draft)
    case .transportStream, .avchd: break
    case .bmp: try BMPHeader.read(&window, into: &draft)
    case .ico: try ICOHeader.read(&window, into: &draft)
    case .pcx: try PCXHeader.read(&window, into: &draft)
    case .pnm: try PNMHeader.read(&window, into: &draft)
    case .psd, .psb: try PSDHeader.read(&window, into: &draft)
    case .flif: try FLIFHeader.read(&window, into: &draft)
    case .openEXR: try OpenEXRHeader.read(&window, into: &draft)
    case .radiance: try RadianceHeader.read(&window, into: &draft)
    case .jpeg2000: try JPEG2000Header.read(&window, into: &draft)
    case .jpegXL: try JPEGXLHeader.read(&window, into: &draft)
    case .jpegXR: try JPEGXRHeader.read(&window, into: &draft)
    case .raf: try RAFHeader.read(&window, into: &draft)
    case .rw2, .rwl, .panasonicRaw: try PanasonicHeader.read(&window, into: &draft)
    case .crw: try CRWHeader.read(&window, into: &draft)
    case .mrw: try MRWHeader.read(&window, into: &draft)
    case .x3f: try X3FHeader.read(&window, into: &draft)
    }
    if window.isExhausted { draft.note(.tooLarge) }
    return draft.finish()
  }

  /// Reads a file without a signature: text, packets, or a picture that is recognised by its
  /// footer.
  private mutating func readUnsigned(into draft: inout MediaFactsBuilder) throws(MediaError) {
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
