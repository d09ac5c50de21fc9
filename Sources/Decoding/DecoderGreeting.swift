/// The first message of a decoder process: it is ready, and closed in.
package struct DecoderGreeting: Sendable, Hashable {
  package var jail: JailReport
  /// The release of libvips, such as `8.14.1`, in ASCII; nil when it is not loaded.
  package var libvips: String?

  /// More bytes than any release takes.
  private static let releaseLimit = 64

  package init(jail: JailReport, libvips: String? = nil) {
    self.jail = jail
    self.libvips = libvips
  }

  package func frame() throws(WireProblem) -> [UInt8] {
    var writer = WireWriter()
    writer.enumeration(jail)
    writer.optional(libvips.map { String($0.prefix(Self.releaseLimit)) }) { $0.text($1) }
    return try FrameHeader.frame(
      .greeting, number: 0, body: writer.bytes, limit: FrameHeader.responseLimit)
  }

  package init(kind: FrameKind, body: [UInt8]) throws(WireProblem) {
    guard kind == .greeting else { throw .unknownCase }
    var reader = WireReader(body)
    jail = JailReport(rawValue: try reader.integer(within: 0...JailReport.complete.rawValue))
    libvips = try reader.optional { reader throws(WireProblem) in
      try reader.text(limit: Self.releaseLimit)
    }
    try reader.finish()
  }
}
