internal import Media

/// What a JPEG's application segments hold, up to the first scan (ITU-T T.81, annex B).
///
/// A header ends at the frame; some programs put XMP behind it.
struct JPEGSegments {
  private(set) var exif: ByteRange?
  private(set) var xmp: ByteRange?
  /// The Photoshop resources of all APP13 segments, put together.
  private(set) var photoshop: [UInt8] = []
  /// The parts of extended XMP (XMP part 3, section 1.1.3.1).
  private(set) var extendedXMP: [XMPExtension] = []
  private var extendedCount = 0

  /// What all Photoshop segments may have together.
  static let largestPhotoshop = 1 << 20
  private static let mostSegments = 1024
  private static let mostExtended = 4 << 20

  init() {}

  init(of file: InputFile) {
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

  private mutating func read(_ marker: UInt8, _ range: ByteRange, of file: InputFile) {
    guard let content = file.bytes(range, limit: 1 << 16) else { return }
    func rest(behind introduction: String) -> ByteRange? {
      let count = Int64(introduction.utf8.count)
      guard content.starts(with: introduction.utf8) else { return nil }
      return ByteRange(offset: range.offset + count, count: range.count - count)
    }
    if marker == 0xED {
      guard let resources = rest(behind: "Photoshop 3.0\0"),
        photoshop.count + Int(resources.count) <= Self.largestPhotoshop
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
