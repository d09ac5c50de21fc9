/// One segment of a JPEG's extended XMP, which holds what the main packet has no room for.
struct XMPExtension {
  /// 32 hexadecimal digits that the main packet names.
  let identifier: [UInt8]
  let offset: Int
  let bytes: [UInt8]

  /// - Parameter content: a segment's; nil when it holds something else.
  init?(_ content: [UInt8]) {
    let introduction = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    guard content.starts(with: introduction), content.count > introduction.count + 40 else {
      return nil
    }
    let rest = content[introduction.count...]
    identifier = Array(rest.prefix(32))
    offset = rest.dropFirst(36).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    bytes = Array(rest.dropFirst(40))
  }

  /// The packet of that identifier, when its parts are all there.
  static func packet(_ identifier: String, of parts: [XMPExtension]) -> [UInt8]? {
    var packet: [UInt8] = []
    let own = parts.filter { $0.identifier.elementsEqual(identifier.utf8) }
    for part in own.sorted(by: { $0.offset < $1.offset }) {
      guard part.offset == packet.count else { return nil }
      packet += part.bytes
    }
    return packet.isEmpty ? nil : packet
  }
}
