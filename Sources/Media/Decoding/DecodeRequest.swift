public import Media

/// A task for the decoder process; the file is sent along as an open descriptor, without its name.
package enum DecodeRequest: Sendable, Hashable {
  /// Makes a picture; a second descriptor, open for writing and empty, takes the encoded bytes.
  case picture(PictureRequest)
  /// Reads all of the file's metadata.
  case metadata(MetadataRequest)

  /// The libraries that the request needs.
  package var scope: DecoderScope {
    switch self {
    case .picture(let request): Self.scope(of: request)
    case .metadata: .linked
    }
  }

  private static func scope(of request: PictureRequest) -> DecoderScope {
    // An embedded preview is JPEG, whatever the file.
    let isJPEG = request.range != nil
    if request.output == .webp, isJPEG || request.format != .jpegXL { return .every }
    if isJPEG { return .linked }
    return switch request.format.loader {
    case .jpeg, .png, .bmp, .psd: .linked
    case .heif: .heif
    case .jpegXL: .jpegXL
    default: .every
    }
  }
}

extension DecodeRequest {
  /// The number of descriptors sent with the request: the input, and for a picture the output.
  package var descriptorCount: Int {
    switch self {
    case .picture: 2
    case .metadata: 1
    }
  }

  /// Returns the request as a message; throws ``WireProblem/tooLong`` beyond 64 KiB.
  package func frame(number: UInt64) throws(WireProblem) -> [UInt8] {
    var writer = WireWriter()
    let kind: FrameKind
    switch self {
    case .picture(let request):
      kind = .picture
      request.write(to: &writer)
    case .metadata(let request):
      kind = .metadata
      request.write(to: &writer)
    }
    return try FrameHeader.frame(
      kind, number: number, body: writer.bytes, limit: FrameHeader.requestLimit)
  }

  /// Decodes the body of a request; throws ``WireProblem`` for invalid bytes.
  package init(kind: FrameKind, body: [UInt8]) throws(WireProblem) {
    var reader = WireReader(body)
    switch kind {
    case .picture: self = .picture(try PictureRequest(from: &reader))
    case .metadata: self = .metadata(try MetadataRequest(from: &reader))
    case .greeting, .failure, .progress: throw .unknownCase
    }
    try reader.finish()
  }
}

extension PictureRequest {
  fileprivate func write(to writer: inout WireWriter) {
    writer.enumeration(format)
    writer.optional(range) { $1.write(to: &$0) }
    writer.integer(orientation)
    writer.optional(targetSize) { $1.write(to: &$0) }
    writer.enumeration(contentMode)
    writer.flag(allowsEnlarging)
    writer.enumeration(output)
    writer.flag(keepsAlpha)
    writer.flag(keepsProfile)
    writer.flag(isStrict)
    writer.integer(quality)
    writer.integer(maximumPixels)
    writer.integer(UInt32(clamping: texts.count))
    for text in texts {
      writer.text(text.keyword)
      writer.text(text.text)
    }
  }

  fileprivate init(from reader: inout WireReader) throws(WireProblem) {
    self.init(
      format: try reader.enumeration(),
      range: try reader.optional(ByteRange.init(from:)),
      orientation: try reader.integer(within: 1...8),
      targetSize: try reader.optional(PictureSize.init(from:)),
      contentMode: try reader.enumeration(),
      allowsEnlarging: try reader.flag(),
      output: try reader.enumeration())
    keepsAlpha = try reader.flag()
    keepsProfile = try reader.flag()
    isStrict = try reader.flag()
    quality = try reader.integer(within: 1...100)
    maximumPixels = try reader.integer(within: 1...Int64.max)
    for _ in 0..<(try reader.integer(UInt32.self)) {
      texts.append(
        PictureText(
          keyword: try reader.text(limit: FrameHeader.requestLimit),
          text: try reader.text(limit: FrameHeader.requestLimit)))
    }
  }
}

extension MetadataRequest {
  fileprivate func write(to writer: inout WireWriter) {
    writer.enumeration(format)
    writer.optional(exif) { $1.write(to: &$0) }
    writer.optional(xmp) { $1.write(to: &$0) }
  }

  fileprivate init(from reader: inout WireReader) throws(WireProblem) {
    self.init(
      format: try reader.enumeration(),
      exif: try reader.optional(ByteRange.init(from:)),
      xmp: try reader.optional(ByteRange.init(from:)))
  }
}

extension ByteRange {
  fileprivate func write(to writer: inout WireWriter) {
    writer.integer(offset)
    writer.integer(count)
  }

  /// Reads a range whose end fits into an `Int64` as well.
  fileprivate init(from reader: inout WireReader) throws(WireProblem) {
    let offset: Int64 = try reader.integer(within: 0...Int64.max)
    self.init(offset: offset, count: try reader.integer(within: 0...(Int64.max - offset)))
  }
}

/// A request for metadata, with the places where the file's header says it is.
public struct MetadataRequest: Sendable, Hashable {
  /// The file's format.
  public var format: MediaFormat
  /// The TIFF-structured block of EXIF, from its byte-order mark on; nil without EXIF.
  public var exif: ByteRange?
  /// The main XMP packet; nil without XMP.
  public var xmp: ByteRange?

  /// Creates a request for the metadata of a file, whose EXIF and XMP are in these ranges.
  public init(format: MediaFormat, exif: ByteRange? = nil, xmp: ByteRange? = nil) {
    self.format = format
    self.exif = exif
    self.xmp = xmp
  }
}

/// The libraries that a decoder process loads before it gives up its access rights. Most pictures
/// are JPEG, and other libraries take long to load. Each case includes those before.
package enum DecoderScope: String, Sendable, CaseIterable {
  /// JPEG, PNG, BMP and PSD to JPEG or PNG, and metadata: only what is linked in.
  case linked
  /// HEIF and AVIF: adds libheif, 8 ms.
  case heif
  /// Every format except JPEG XL: adds libvips, 25 ms and more.
  case every
  /// JPEG XL: adds libjxl, and libvips' module for it if that is separate.
  case jpegXL

  /// Returns true if a process with this scope can do a task that needs the libraries of `needed`.
  package func serves(_ needed: DecoderScope) -> Bool { needed.extent <= extent }

  private var extent: Int {
    switch self {
    case .linked: 0
    case .heif: 1
    case .every: 2
    case .jpegXL: 3
    }
  }
}
