/// What stands before every message.
///
/// Sixteen bytes: version, kind, two zeros, the number of bytes that follow (32 bits), the number
/// of the request (64 bits); all numbers little-endian.
package struct FrameHeader: Sendable, Hashable {
  package static let version: UInt8 = 1
  package static let size = 16
  /// The longest body of a request: 64 KiB.
  package static let requestLimit = 64 << 10
  /// The longest body of a response: 4 MiB.
  package static let responseLimit = 4 << 20

  package var kind: FrameKind
  /// Which request this is, or is the answer to; 0 for a greeting.
  package var number: UInt64
  package var bodyCount: Int

  package init(kind: FrameKind, number: UInt64, bodyCount: Int) {
    self.kind = kind
    self.number = number
    self.bodyCount = bodyCount
  }

  /// - Parameter limit: how long the body may be.
  package init(_ bytes: some Sequence<UInt8>, limit: Int) throws(WireProblem) {
    var reader = WireReader(bytes)
    guard try reader.integer(UInt8.self) == Self.version else { throw .version }
    kind = try reader.enumeration()
    guard try reader.integer(UInt16.self) == 0 else { throw .invalidValue }
    bodyCount = Int(try reader.integer(UInt32.self))
    guard bodyCount <= limit else { throw .tooLong }
    number = try reader.integer()
    try reader.finish()
  }

  /// A whole message.
  ///
  /// - Parameter limit: how long the body may be.
  package static func frame(
    _ kind: FrameKind, number: UInt64, body: [UInt8], limit: Int
  ) throws(WireProblem) -> [UInt8] {
    guard body.count <= limit else { throw .tooLong }
    var writer = WireWriter(capacity: size + body.count)
    writer.integer(version)
    writer.enumeration(kind)
    writer.integer(UInt16(0))
    writer.integer(UInt32(body.count))
    writer.integer(number)
    writer.raw(body)
    return writer.bytes
  }
}
