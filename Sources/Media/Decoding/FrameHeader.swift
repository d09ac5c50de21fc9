/// The header of every message: version, kind, two zeros, the number of bytes that follow (32
/// bits), the number of the request (64 bits); all numbers are little-endian.
package struct FrameHeader: Sendable, Hashable {
  /// The version of the protocol.
  package static let version: UInt8 = 1
  /// The length of the header in bytes.
  package static let size = 16
  /// The maximum length of a request's body: 64 KiB.
  package static let requestLimit = 64 << 10
  /// The maximum length of a response's body: 4 MiB.
  package static let responseLimit = 4 << 20

  /// The kind of the message.
  package var kind: FrameKind
  /// The number of the request, also in its answer; 0 for a greeting.
  package var number: UInt64
  /// The length of the body in bytes.
  package var bodyCount: Int

  /// Creates the header of a message whose body has `bodyCount` bytes.
  package init(kind: FrameKind, number: UInt64, bodyCount: Int) {
    self.kind = kind
    self.number = number
    self.bodyCount = bodyCount
  }

  /// Decodes a header; throws ``WireProblem/tooLong`` if its body has more than `limit` bytes.
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

  /// Returns a whole message; throws ``WireProblem/tooLong`` for a body of more than `limit` bytes.
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

/// The kind of a message; a request and its response share a kind.
package enum FrameKind: UInt8, Sendable, CaseIterable {
  /// The first message of a decoder process.
  case greeting = 0
  /// A picture that is requested, or was made.
  case picture = 1
  /// Metadata that is requested, or was read.
  case metadata = 2
  /// A request that failed.
  case failure = 3
  /// The progress of the current picture, whose answer follows.
  case progress = 4
}
