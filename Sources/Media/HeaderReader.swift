/// Reads what a file's header says, by content and never by name.
///
/// One reader serves one thread after the other and many files: its buffers are allocated once.
/// Reading uses `pread` alone, so the descriptor's position neither matters nor moves. A file
/// costs one read of 8 KiB in the usual case and 4 MiB in the worst, whatever its header claims.
public struct HeaderReader: ~Copyable {
  /// Raised whenever the reader finds more in a file, or something else, than it did before.
  ///
  /// Callers that keep facts read files anew whose facts are of another version.
  package static let version: UInt8 = 2

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
  ///   reported by `MediaFacts.problem`, beside what was understood before it.
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

  /// Reads a file whose first bytes are no signature: text, packets, or a picture that its footer tells.
  private mutating func readUnsigned(into draft: inout FactsDraft) throws(MediaError) {
    if try SVGHeader.recognize(&window, into: &draft) { return }
    // The packets of a transport stream show only by their distance.
    if try TransportStream.read(&window, into: &draft) { return }
    if try TGAHeader.recognize(&window, into: &draft) { return }
    draft.note(.unsupported)
  }

  /// The format that a file's first bytes show; 64 are enough.
  ///
  /// Raw files that are built like TIFF are seen as `tiff` in most cases, what has no signature as
  /// `unknown`, and what holds only sound as the movie whose structure it has: what tells them apart lies
  /// further in.
  public static func format(of firstBytes: UnsafeRawBufferPointer) -> MediaFormat {
    guard let start = firstBytes.baseAddress else { return .unknown }
    return FormatSignature.format(of: Bytes(start: start, count: firstBytes.count))
  }
}
