extension DecodeResponse {
  /// The message that answers so.
  ///
  /// Metadata longer than a response may be is told as a problem.
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
  /// How many bytes of a message are sent.
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
    // These are for the one who waits to tell.
    case .deadline, .crashed, .cancelled, .noDecoder: throw .unknownCase
    }
    self.init(reason, try reader.text(limit: Self.messageLimit))
  }
}
