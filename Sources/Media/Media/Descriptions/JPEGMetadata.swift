/// The metadata in a JPEG's application segments up to the first scan (ITU-T T.81, annex B), as far
/// as the header reader does not record it.
struct JPEGMetadata {
  /// The main XMP packet, which some programs put behind the frame.
  private(set) var xmp: ByteRange?
  /// The parts of extended XMP (XMP part 3, section 1.1.3.1), after their introduction.
  private(set) var extendedXMP: [ByteRange] = []
  /// The Photoshop resources, which may be split into several segments.
  private(set) var photoshop: [ByteRange] = []

  private static let mostSegments = 1024
  private static let mostParts = 128

  init(_ window: inout HeaderWindow) throws(MediaError) {
    var ignored = MediaFactsBuilder()
    var offset: Int64 = 2
    for _ in 0..<Self.mostSegments {
      // By the small buffer: the large one mostly has the end of the header.
      guard let head = try window.value(at: offset, count: 4) else { return }
      guard head.byte(0) == 0xFF, head.byte(1) != 0xFF, head.byte(1) != 0 else {
        guard try JPEGHeader.nextMarker(from: &offset, &window, &ignored) != nil else { return }
        continue
      }
      switch head.byte(1) {
      case 0x01, 0xD0...0xD8:
        offset += 2
        continue
      case 0xD9, 0xDA: return
      default: break
      }
      let count = Int64(head.big16(2))
      guard count >= 2 else { return }
      if head.byte(1) == 0xE1 || head.byte(1) == 0xED {
        try take(ByteRange(offset: offset + 4, count: count - 2), &window)
      }
      offset += 2 + count
    }
  }

  private mutating func take(
    _ range: ByteRange, _ window: inout HeaderWindow
  ) throws(MediaError) {
    guard window.contains(offset: range.offset, count: range.count),
      let head = try window.value(at: range.offset, count: Int(min(range.count, 35)))
    else { return }
    func rest(after introduction: StaticString) -> ByteRange? {
      let count = Int64(introduction.utf8CodeUnitCount)
      guard head.has(introduction, at: 0) else { return nil }
      return ByteRange(offset: range.offset + count, count: range.count - count)
    }
    if let resources = rest(after: "Photoshop 3.0\0"), photoshop.count < Self.mostParts {
      photoshop.append(resources)
    } else if let packet = rest(after: "http://ns.adobe.com/xap/1.0/\0") {
      xmp = xmp ?? packet
    } else if let part = rest(after: "http://ns.adobe.com/xmp/extension/\0"),
      extendedXMP.count < Self.mostParts
    {
      extendedXMP.append(part)
    }
  }

  /// Returns the extended packet with this identifier if all of its parts exist.
  ///
  /// A part has the identifier, 32 hexadecimal digits, the size of the packet and its own offset.
  func extendedPacket(
    _ identifier: String, _ window: inout HeaderWindow
  ) throws(MediaError) -> [UInt8]? {
    var parts: [(offset: Int, bytes: [UInt8])] = []
    var byteCount = 0
    for range in extendedXMP {
      byteCount += Int(range.count)
      guard byteCount <= XMPProperties.sizeLimit else { return nil }
      let bytes = try window.withContent(range, limit: 1 << 16) { Array($0) }
      guard let bytes, bytes.count > 40, bytes[..<32].elementsEqual(identifier.utf8) else {
        continue
      }
      parts.append((bytes[36..<40].reduce(0) { $0 << 8 | Int($1) }, Array(bytes[40...])))
    }
    var packet: [UInt8] = []
    for part in parts.sorted(by: { $0.offset < $1.offset }) {
      guard part.offset == packet.count else { return nil }
      packet += part.bytes
    }
    return packet.isEmpty ? nil : packet
  }
}
