/// What a decoder says of a picture before its answer: the share that is decoded.
package struct DecodeProgress: Sendable, Hashable {
  /// In thousandths.
  private let thousandths: UInt16

  /// - Parameter share: from 0.0 to 1.0.
  package init(share: Double) {
    thousandths = UInt16(min(1, max(0, share)) * 1000)
  }

  /// From 0.0 to 1.0.
  package var share: Double { Double(thousandths) / 1000 }

  package func frame(number: UInt64) throws(WireProblem) -> [UInt8] {
    var writer = WireWriter()
    writer.integer(thousandths)
    return try FrameHeader.frame(
      .progress, number: number, body: writer.bytes, limit: FrameHeader.responseLimit)
  }

  package init(body: [UInt8]) throws(WireProblem) {
    var reader = WireReader(body)
    thousandths = try reader.integer(within: 0...1000)
    try reader.finish()
  }
}
