internal import Media

extension DecodeRequest {
  /// How many open files come along: the input, and for a picture the output.
  package var descriptorCount: Int {
    switch self {
    case .picture: 2
    case .metadata: 1
    }
  }

  /// The message that asks for this.
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

  /// A stretch whose end is a number, too.
  fileprivate init(from reader: inout WireReader) throws(WireProblem) {
    let offset: Int64 = try reader.integer(within: 0...Int64.max)
    self.init(offset: offset, count: try reader.integer(within: 0...(Int64.max - offset)))
  }
}
