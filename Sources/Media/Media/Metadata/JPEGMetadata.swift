/// The places of metadata in a JPEG's application segments up to the first scan (ITU-T T.81,
/// annex B). The header reader stops at the frame; some programs put XMP behind it.
package struct JPEGMetadata {
  package private(set) var exif: ByteRange?
  /// The main XMP packet; nil if none exists.
  package private(set) var xmp: ByteRange?
  /// The parts of extended XMP, after their introduction; see ``XMPExtension``.
  package private(set) var extendedXMP: [ByteRange] = []
  /// The Photoshop resources, which may be split into several segments.
  package private(set) var photoshop: [ByteRange] = []

  private static let mostSegments = 1024
  private static let mostParts = 128
  /// The length in bytes of the longest text that introduces a segment's content.
  private static let introductionLimit: Int64 = 35

  /// Finds the places in an open file; none where it can't be read.
  package init(descriptor: Int32, size: Int64) {
    self.init()
    var window = HeaderWindow()
    guard (try? window.open(descriptor: descriptor, size: size)) != nil else { return }
    if let found = try? JPEGMetadata(at: 0, &window) { self = found }
  }

  package init() {}

  /// Finds the places in the JPEG stream at `start`; throws ``MediaError`` if it can't be read.
  package init(at start: Int64, _ window: inout HeaderWindow) throws(MediaError) {
    var ignored = MediaFactsBuilder()
    var offset = start + 2
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
      let head = try window.value(
        at: range.offset, count: Int(min(range.count, Self.introductionLimit)))
    else { return }
    func rest(after introduction: StaticString) -> ByteRange? {
      let count = Int64(introduction.utf8CodeUnitCount)
      guard head.has(introduction, at: 0) else { return nil }
      return ByteRange(offset: range.offset + count, count: range.count - count)
    }
    if let block = rest(after: "Exif\0\0") {
      exif = exif ?? block
    } else if let resources = rest(after: "Photoshop 3.0\0"), photoshop.count < Self.mostParts {
      photoshop.append(resources)
    } else if let packet = rest(after: "http://ns.adobe.com/xap/1.0/\0") {
      xmp = xmp ?? packet
    } else if let part = rest(after: "http://ns.adobe.com/xmp/extension/\0"),
      extendedXMP.count < Self.mostParts
    {
      extendedXMP.append(part)
    }
  }
}
