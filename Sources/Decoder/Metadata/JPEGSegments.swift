/// What a JPEG's application segments hold besides EXIF and the main XMP packet.
struct JPEGSegments {
  /// The Photoshop resources of all APP13 segments, put together.
  private(set) var photoshop: [UInt8] = []
  /// The parts of extended XMP (XMP part 3, section 1.1.3.1).
  private(set) var extendedXMP: [XMPExtension] = []

  /// What all Photoshop segments may have together.
  static let largestPhotoshop = 1 << 20
  private static let mostSegments = 1024
  private static let mostExtended = 4 << 20

  init() {}

  init(of file: InputFile) {
    var place: Int64 = 2
    var extended = 0
    for _ in 0..<Self.mostSegments {
      guard let head = file.bytes(at: place, count: 4), head[0] == 0xFF else { return }
      if head[1] == 0xFF {
        place += 1
        continue
      }
      // Scans follow, or the end.
      if head[1] == 0xDA || head[1] == 0xD9 { return }
      if head[1] == 0x01 || (0xD0...0xD8).contains(head[1]) {
        place += 2
        continue
      }
      let count = Int(head[2]) << 8 | Int(head[3])
      guard count >= 2 else { return }
      switch head[1] {
      case 0xED:
        guard let content = file.bytes(at: place + 4, count: count - 2) else { return }
        if content.starts(with: "Photoshop 3.0\0".utf8),
          photoshop.count + content.count <= Self.largestPhotoshop
        {
          photoshop += content.dropFirst(14)
        }
      case 0xE1 where count > 75 && extended < Self.mostExtended:
        guard let content = file.bytes(at: place + 4, count: count - 2) else { return }
        if let part = XMPExtension(content) {
          extended += content.count
          extendedXMP.append(part)
        }
      default: break
      }
      place += 2 + Int64(count)
    }
  }
}
