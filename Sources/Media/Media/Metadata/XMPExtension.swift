/// A part of a JPEG's extended XMP, for properties that the main packet has no room for (XMP part 3,
/// section 1.1.3.1).
package struct XMPExtension {
  /// The 32 hexadecimal digits by which the main packet refers to the extension.
  private let identifier: [UInt8]
  private let offset: Int
  private let bytes: [UInt8]

  /// Reads the content of a segment after its introduction: the identifier, the size of the packet,
  /// the offset of this part, and its bytes; nil if there are no such bytes.
  package init?(_ content: [UInt8]) {
    guard content.count > 40 else { return nil }
    identifier = Array(content[..<32])
    offset = content[36..<40].reduce(0) { $0 << 8 | Int($1) }
    bytes = Array(content[40...])
  }

  /// Returns the packet with this identifier; nil unless all of its parts exist.
  package static func packet(_ identifier: String, of parts: [XMPExtension]) -> [UInt8]? {
    var packet: [UInt8] = []
    let own = parts.filter { $0.identifier.elementsEqual(identifier.utf8) }
    for part in own.sorted(by: { $0.offset < $1.offset }) {
      guard part.offset == packet.count else { return nil }
      packet += part.bytes
    }
    return packet.isEmpty ? nil : packet
  }
}
