internal import Media

/// The metadata in a JPEG's application segments, up to the first scan (ITU-T T.81, annex B). The
/// header reader stops at the frame; some programs put XMP behind it.
struct JPEGSegments {
  private(set) var exif: ByteRange?
  private(set) var xmp: ByteRange?
  /// The Photoshop resources of all APP13 segments, concatenated.
  private(set) var photoshop: [UInt8] = []
  /// The parts of extended XMP (XMP part 3, section 1.1.3.1).
  private(set) var extendedXMP: [XMPExtension] = []
  private var extendedCount = 0

  private static let mostSegments = 1024
  private static let mostExtended = 4 << 20

  init() {}

  init(of file: UntrustedFile) {
    var place: Int64 = 2
    for _ in 0..<Self.mostSegments {
      guard let head = file.bytes(at: place, count: 4), head[0] == 0xFF else { return }
      switch head[1] {
      // A fill byte.
      case 0xFF: place += 1
      // Markers without a segment.
      case 0x01, 0xD0...0xD8: place += 2
      // The end, or a scan.
      case 0xD9, 0xDA: return
      default:
        let count = Int64(head[2]) << 8 | Int64(head[3])
        guard count >= 2 else { return }
        if head[1] == 0xE1 || head[1] == 0xED {
          read(head[1], ByteRange(offset: place + 4, count: count - 2), of: file)
        }
        place += 2 + count
      }
    }
  }

  private mutating func read(_ marker: UInt8, _ range: ByteRange, of file: UntrustedFile) {
    guard let content = file.bytes(range, limit: 1 << 16) else { return }
    func rest(behind introduction: String) -> ByteRange? {
      let count = Int64(introduction.utf8.count)
      guard content.starts(with: introduction.utf8) else { return nil }
      return ByteRange(offset: range.offset + count, count: range.count - count)
    }
    if marker == 0xED {
      guard let resources = rest(behind: "Photoshop 3.0\0"),
        photoshop.count + Int(resources.count) <= PhotoshopResources.largest
      else { return }
      photoshop += content.suffix(Int(resources.count))
    } else if let part = XMPExtension(content) {
      guard extendedCount + content.count <= Self.mostExtended else { return }
      extendedCount += content.count
      extendedXMP.append(part)
    } else if let block = rest(behind: "Exif\0\0") {
      exif = exif ?? block
    } else if let packet = rest(behind: "http://ns.adobe.com/xap/1.0/\0") {
      xmp = xmp ?? packet
    }
  }
}

/// A segment of a JPEG's extended XMP, for properties that the main packet has no room for.
struct XMPExtension {
  /// The 32 hexadecimal digits by which the main packet refers to the extension.
  let identifier: [UInt8]
  let offset: Int
  let bytes: [UInt8]

  /// Reads the content of a segment; nil if it is not extended XMP.
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

  /// Returns the packet with this identifier; nil unless all of its parts exist.
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
