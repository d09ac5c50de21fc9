internal import Media

extension XMPProperties {
  /// Returns false for a packet that has no text that people typed, as most packets of cameras;
  /// looking is much cheaper than parsing.
  static func mayDescribe(_ packet: UnsafeRawBufferPointer) -> Bool {
    guard let start = packet.baseAddress, packet.count > 2 else { return false }
    let packet = Bytes(start: start, count: packet.count)
    // UTF-16 has a NUL in each letter.
    if packet.byte(0) == 0 || packet.byte(1) == 0 || packet.byte(0) >= 0xFE { return true }
    var place = 0
    while let colon = packet.firstIndex(of: UInt8(ascii: ":"), from: place) {
      place = colon + 1
      if isDescriptive(packet, at: place) { return true }
    }
    return false
  }

  /// Returns true if a name that ``XMPPropertyReader`` looks for begins at the byte `place`.
  private static func isDescriptive(_ packet: Bytes, at place: Int) -> Bool {
    switch packet.byte(place) {
    case UInt8(ascii: "t"): packet.has("title", at: place)
    case UInt8(ascii: "d"): packet.has("description", at: place)
    case UInt8(ascii: "s"): packet.has("subject", at: place)
    case UInt8(ascii: "h"): packet.has("hierarchicalSubject", at: place)
    case UInt8(ascii: "c"): packet.has("creator", at: place)
    case UInt8(ascii: "r"): packet.has("rights", at: place)
    case UInt8(ascii: "R"): packet.has("Rating", at: place) || packet.has("Region", at: place)
    case UInt8(ascii: "L"): packet.has("Label", at: place) || packet.has("Location", at: place)
    case UInt8(ascii: "T"): packet.has("TagsList", at: place)
    case UInt8(ascii: "C"): packet.has("City", at: place) || packet.has("Country", at: place)
    case UInt8(ascii: "S"): packet.has("State", at: place)
    case UInt8(ascii: "P"): packet.has("PersonInImage", at: place)
    case UInt8(ascii: "H"): packet.has("HasExtendedXMP", at: place)
    default: false
    }
  }
}
