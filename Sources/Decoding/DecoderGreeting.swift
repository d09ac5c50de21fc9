/// The first message of a decoder process: it is ready, and closed in.
package struct DecoderGreeting: Sendable, Hashable {
  package var jail: JailReport

  package init(jail: JailReport) {
    self.jail = jail
  }

  package func frame() throws(WireProblem) -> [UInt8] {
    try FrameHeader.frame(
      .greeting, number: 0, body: [jail.rawValue], limit: FrameHeader.responseLimit)
  }

  package init(kind: FrameKind, body: [UInt8]) throws(WireProblem) {
    guard kind == .greeting else { throw .unknownCase }
    var reader = WireReader(body)
    jail = JailReport(rawValue: try reader.integer(within: 0...JailReport.complete.rawValue))
    try reader.finish()
  }
}
