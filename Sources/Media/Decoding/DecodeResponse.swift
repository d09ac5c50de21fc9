/// The answer of the decoder process to a ``DecodeRequest``; each request gets exactly one.
package enum DecodeResponse: Sendable, Hashable {
  /// The description of a picture, whose encoded bytes the decoder wrote to the descriptor for
  /// output that came with the request.
  case picture(DecodedPicture)
  /// A JSON object with the members `exif`, `xmp` and `iptc`, each present if the file has it.
  case metadata([UInt8])
  /// The problem that prevented a result.
  case failed(DecodeProblem)
}

extension DecodeResponse {
  /// Returns the encoded response; metadata beyond a response's limit becomes a ``DecodeProblem``.
  package func frame(number: UInt64) throws(WireProblem) -> [UInt8] {
    var writer = WireWriter()
    let kind: FrameKind
    switch self {
    case .picture(let picture):
      kind = .picture
      picture.size.write(to: &writer)
      writer.integer(picture.byteCount)
      writer.flag(picture.keptAlpha)
    case .metadata(let json):
      guard json.count <= FrameHeader.responseLimit else {
        let problem = DecodeProblem(.tooLarge, "its metadata is longer than 4 MiB")
        return try DecodeResponse.failed(problem).frame(number: number)
      }
      kind = .metadata
      writer.raw(json)
    case .failed(let problem):
      kind = .failure
      problem.write(to: &writer)
    }
    return try FrameHeader.frame(
      kind, number: number, body: writer.bytes, limit: FrameHeader.responseLimit)
  }

  /// Decodes the body of a response; throws ``WireProblem`` for invalid bytes.
  package init(kind: FrameKind, body: [UInt8]) throws(WireProblem) {
    var reader = WireReader(body)
    switch kind {
    case .picture:
      self = .picture(
        DecodedPicture(
          size: try PictureSize(from: &reader),
          byteCount: try reader.integer(within: 1...Int64.max),
          keptAlpha: try reader.flag()))
    case .metadata: self = .metadata(reader.rest())
    case .failure: self = .failed(try DecodeProblem(from: &reader))
    case .greeting, .progress: throw .unknownCase
    }
    try reader.finish()
  }
}

extension DecodeProblem {
  private static let messageLimit = 1024

  fileprivate func write(to writer: inout WireWriter) {
    var text = String(message.prefix(Self.messageLimit))
    while text.utf8.count > Self.messageLimit { text.removeLast() }
    writer.enumeration(reason)
    writer.text(text)
  }

  fileprivate init(from reader: inout WireReader) throws(WireProblem) {
    let reason: Reason = try reader.enumeration()
    switch reason {
    case .damaged, .unsupported, .tooLarge, .missingLibrary, .outOfMemory, .notWritten: break
    // Only the client itself may report these reasons.
    case .deadline, .crashed, .cancelled, .noDecoder: throw .unknownCase
    }
    self.init(reason, try reader.text(limit: Self.messageLimit))
  }
}

/// A picture that the decoder made.
public struct DecodedPicture: Sendable, Hashable {
  /// The size of the picture, in pixels.
  public var size: PictureSize
  /// The length of the encoded picture, in bytes.
  public var byteCount: Int64
  /// True if the picture is a PNG to keep its transparency; see ``PictureRequest/keepsAlpha``.
  public var keptAlpha: Bool

  /// Creates the description of a decoded picture.
  public init(size: PictureSize, byteCount: Int64, keptAlpha: Bool = false) {
    self.size = size
    self.byteCount = byteCount
    self.keptAlpha = keptAlpha
  }

  /// Returns the format of the written picture when `asked` was requested.
  package func format(asked: PictureFormat) -> PictureFormat { keptAlpha ? .png : asked }
}

/// A progress message, which a decoder sends before its answer: the decoded share of a picture.
package struct DecodeProgress: Sendable, Hashable {
  private let thousandths: UInt16

  /// Creates a message with the decoded share, from 0.0 to 1.0.
  package init(share: Double) {
    thousandths = UInt16(min(1, max(0, share)) * 1000)
  }

  /// The decoded share, from 0.0 to 1.0.
  package var share: Double { Double(thousandths) / 1000 }

  /// Returns the progress as a message about the request with this number.
  package func frame(number: UInt64) throws(WireProblem) -> [UInt8] {
    var writer = WireWriter()
    writer.integer(thousandths)
    return try FrameHeader.frame(
      .progress, number: number, body: writer.bytes, limit: FrameHeader.responseLimit)
  }

  /// Decodes the body of a message; throws ``WireProblem`` for invalid bytes.
  package init(body: [UInt8]) throws(WireProblem) {
    var reader = WireReader(body)
    thousandths = try reader.integer(within: 0...1000)
    try reader.finish()
  }
}
