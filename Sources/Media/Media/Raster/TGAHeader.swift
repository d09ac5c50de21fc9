/// The header of a Truevision picture, which has no signature (TGA File Format Specification 2.0).
/// It is accepted only if no other format matched, all of its fields are plausible, and the file
/// has the right end: the footer of version 2, or the end of the pixels.
struct TGAHeader {
  private static let size = 18
  private static let footerSize: Int64 = 26
  /// The maximum number of bytes of run lengths to follow; beyond it the file is accepted.
  private static let walkLimit: Int64 = 1 << 20
  private static let readAhead = 32 << 10

  let width: UInt16
  let height: UInt16
  let isGray: Bool
  private let isPacked: Bool
  private let pixelSize: Int64
  private let dataStart: Int64

  /// Reads the file if it is a Truevision picture; returns false if it is not.
  static func recognize(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) -> Bool {
    guard let head = try window.bytes(at: 0, count: size), let header = TGAHeader(head),
      try header.fits(&window)
    else { return false }
    draft.facts.format = .tga
    draft.facts.colorModel = header.isGray ? .gray : .rgb
    draft.setSize(width: header.width, height: header.height)
    return true
  }

  /// Reads the header from a file's first bytes; nil unless its fields are plausible together.
  init?(_ head: Bytes) {
    let (hasMap, kind, depth) = (head.byte(1), head.byte(2), head.byte(16))
    let mapCount = Int64(head.little16(5))
    let mapDepth = head.byte(7)
    let alphaBits = head.byte(17) & 0x0F
    width = head.little16(12)
    height = head.little16(14)
    isPacked = kind & 8 != 0
    isGray = kind & 7 == 3
    pixelSize = (Int64(depth) + 7) / 8
    let mapSize = mapCount * ((Int64(mapDepth) + 7) / 8)
    dataStart = Int64(Self.size) + Int64(head.byte(0)) + mapSize
    guard width > 0, height > 0, head.byte(17) & 0xC0 == 0, hasMap <= 1, kind & ~8 <= 3 else {
      return nil
    }
    let hasColors =
      hasMap == 1
      ? mapCount > 0 && [15, 16, 24, 32].contains(mapDepth)
      : head.little16(3) == 0 && mapCount == 0 && mapDepth == 0
    let isPlausible: Bool =
      switch kind & 7 {
      case 1: hasMap == 1 && (depth == 8 || depth == 16) && alphaBits == 0
      case 2:
        depth == 24 && alphaBits == 0 || depth == 32 && (alphaBits == 8 || alphaBits == 0)
          || (depth == 15 || depth == 16) && alphaBits <= 1
      case 3: depth == 8 && alphaBits == 0 || depth == 16 && alphaBits == 8
      default: false
      }
    guard hasColors, isPlausible else { return nil }
  }

  private func fits(_ window: inout HeaderWindow) throws(MediaError) -> Bool {
    if try Self.hasFooter(&window) { return true }
    let pixels = Int64(width) * Int64(height)
    if isPacked { return try isWalkable(pixels, &window) }
    return dataStart + pixels * pixelSize == window.size
  }

  static func hasFooter(_ window: inout HeaderWindow) throws(MediaError) -> Bool {
    guard window.size >= Int64(size) + footerSize,
      let footer = try window.value(at: window.size - footerSize, count: Int(footerSize))
    else { return false }
    return footer.has("TRUEVISION-XFILE.\0", at: 8)
  }

  /// Returns true if the packets contain as many pixels as the header gives, and end with the file.
  private func isWalkable(
    _ pixels: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    var offset = dataStart
    var count: Int64 = 0
    while count < pixels, offset < Self.walkLimit {
      guard let packet = try window.bytes(at: offset, count: 1, ahead: Self.readAhead) else {
        return false
      }
      let length = Int64(packet.byte(0) & 0x7F) + 1
      offset += 1 + (packet.byte(0) & 0x80 != 0 ? 1 : length) * pixelSize
      count += length
    }
    return count < pixels || count == pixels && offset == window.size
  }
}
