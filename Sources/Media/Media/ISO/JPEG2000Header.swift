/// A reader of JPEG 2000: a bare codestream, or one in boxes (ISO/IEC 15444-1, annexes A and I).
enum JPEG2000Header {
  private static let imageHeader: UInt32 = 0x6968_6472
  private static let color: UInt32 = 0x636F_6C72
  private static let header: UInt32 = 0x6A70_3268
  private static let codestream: UInt32 = 0x6A70_3263

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, count: 12) else { return draft.note(.truncated) }
    if head.big32(0) == 0xFF4F_FF51 {
      try readCodestream(at: 0, &window, into: &draft)
    } else if head.has("ftypj2k", at: 4) || head.has("ftypj2i", at: 4) {
      // Pictures in HEIF's boxes, coded as JPEG 2000.
      try ISOHeader.read(&window, into: &draft)
    } else {
      try readBoxes(&window, into: &draft)
    }
  }

  private static func readBoxes(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var boxes = BoxList(from: 0, to: window.size)
    while let box = try boxes.next(&window, &draft) {
      switch box.type {
      case header: try readHeader(box, &window, into: &draft)
      case codestream where !draft.hasSize:
        try readCodestream(at: box.payload, &window, into: &draft)
      case BoxType.uuid: try readIdentified(box, &window, into: &draft)
      default: break
      }
    }
  }

  private static func readHeader(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var boxes = BoxList(in: box)
    while let child = try boxes.next(&window, &draft) {
      guard let head = try window.bytes(at: child.payload, count: Int(min(child.count, 10)))
      else { return }
      switch child.type {
      case imageHeader:
        draft.setSize(width: head.big32(4), height: head.big32(0))
        setColor(components: head.big16(8), &draft)
      case color where head.byte(0) == 1:
        switch head.big32(3) {
        case 12: draft.facts.colorModel = .cmyk
        case 14: draft.facts.colorModel = .lab
        case 17: draft.facts.colorModel = .gray
        default: draft.facts.colorModel = .rgb
        }
      default: break
      }
    }
  }

  /// Reads EXIF and XMP in boxes that are identified by UUIDs.
  private static func readIdentified(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard box.count > 16, let name = try window.bytes(at: box.payload, count: 16) else { return }
    if name.has("JpgTiffExif->JP2", at: 0) {
      try MetadataBlock.readExif(
        at: box.payload + 16, count: box.count - 16, introduction: 6, &window, into: &draft)
    } else if name.big64(0) == 0xBE7A_CFCB_97A9_42E8, name.big64(8) == 0x9C71_9994_91E3_AFAC {
      try MetadataBlock.readXMP(
        at: box.payload + 16, count: box.count - 16, &window, into: &draft)
    }
  }

  /// Reads SIZ, the first segment: the size is the reference grid minus its offset.
  private static func readCodestream(
    at offset: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let siz = try window.bytes(at: offset, count: 42) else { return draft.note(.truncated) }
    guard siz.big32(0) == 0xFF4F_FF51 else { return draft.note(.malformed) }
    let (width, height) = (Int64(siz.big32(8)), Int64(siz.big32(12)))
    draft.setSize(
      width: width - Int64(siz.big32(16)), height: height - Int64(siz.big32(20)))
    setColor(components: siz.big16(40), &draft)
  }

  private static func setColor(components: UInt16, _ draft: inout MediaFactsBuilder) {
    draft.facts.colorModel = components < 3 ? .gray : .rgb
  }
}
