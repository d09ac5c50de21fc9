/// Detects the less common picture formats by a file's first bytes.
///
/// Used only if ``FormatSignature`` finds no other format. Signatures of two bytes are accepted
/// only together with the fields after them.
enum PictureSignature {
  static func format(of head: Bytes) -> MediaFormat {
    switch head.big32(0) {
    case 0x3842_5053: return photoshop(head)
    case 0x0000_000C: return boxed(head)
    case 0xFF4F_FF51: return .jpeg2000
    // The second number of JPEG XR is its version, 0 before it became a standard.
    case 0x4949_BC01, 0x4949_BC00: return .jpegXR
    case 0x762F_3101: return .openEXR
    case 0x464C_4946: return .flif
    case 0x0000_0100: return isIcon(head) ? .ico : .unknown
    case 0x4949_5500: return head.big64(8) == 0x88E7_74D8_F825_1D4D ? .rw2 : .panasonicRaw
    // IIRO, IIRS and MMOR
    case 0x4949_524F, 0x4949_5253, 0x4D4D_4F52: return .orf
    case 0x004D_524D: return .mrw
    case 0x464F_5662: return .x3f
    default: return byText(head)
    }
  }

  private static func byText(_ head: Bytes) -> MediaFormat {
    if head.has("FUJIFILMCCD-RAW ", at: 0) { return .raf }
    if head.has("HEAPCCDR", at: 6), head.has("II", at: 0) || head.has("MM", at: 0) { return .crw }
    if head.has("#?RADIANCE\n", at: 0) || head.has("#?RGBE\n", at: 0) { return .radiance }
    if head.has("BM", at: 0) { return isBitmap(head) ? .bmp : .unknown }
    if head.byte(0) == UInt8(ascii: "P") { return isAnymap(head) ? .pnm : .unknown }
    if head.big16(0) == 0xFF0A { return head.count >= 4 ? .jpegXL : .unknown }
    if head.byte(0) == 0x0A { return isPaintbrush(head) ? .pcx : .unknown }
    return head.byte(0) == UInt8(ascii: "<") && SVGHeader.begins(head) ? .svg : .unknown
  }

  private static func photoshop(_ head: Bytes) -> MediaFormat {
    switch head.big16(4) {
    case 1: .psd
    case 2: .psb
    default: .unknown
    }
  }

  /// Detects the signature boxes of JPEG 2000 and JPEG XL; motion JPEG 2000 begins like the former.
  private static func boxed(_ head: Bytes) -> MediaFormat {
    guard head.big32(8) == 0x0D0A_870A else { return .unknown }
    if head.has("jP  ", at: 4) { return head.has("ftypmjp2", at: 16) ? .unknown : .jpeg2000 }
    return head.has("JXL ", at: 4) ? .jpegXL : .unknown
  }

  /// Checks for `BM` and one of the known sizes of the second header.
  private static func isBitmap(_ head: Bytes) -> Bool {
    switch head.little32(14) {
    case 12, 16, 40, 52, 56, 64, 108, 124: true
    default: false
    }
  }

  /// Checks for an icon, whose pictures follow its directory.
  private static func isIcon(_ head: Bytes) -> Bool {
    let count = head.little16(4)
    return count > 0 && count <= 1024 && head.little32(14) > 0
      && head.little32(18) >= 6 + 16 * UInt32(count)
  }

  /// Checks for `P1` to `P7`, `PF` or `Pf`, a blank, and a number, a comment or a name.
  private static func isAnymap(_ head: Bytes) -> Bool {
    let kind = head.byte(1)
    let isNumbered = (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(kind)
    guard isNumbered || kind == UInt8(ascii: "7") || kind | 0x20 == UInt8(ascii: "f") else {
      return false
    }
    var place = 2
    while (0x09...0x0D).contains(head.byte(place)) || head.byte(place) == 0x20 { place += 1 }
    let next = head.byte(place)
    if place == 2 { return false }
    if next == UInt8(ascii: "#") { return true }
    return kind == UInt8(ascii: "7")
      ? head.has("WIDTH ", at: place) || head.has("HEIGHT ", at: place)
        || head.has("DEPTH ", at: place) || head.has("MAXVAL ", at: place)
        || head.has("TUPLTYPE ", at: place)
      : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }

  /// Checks for the header of ZSoft's PC Paintbrush, whose signature is only one byte.
  private static func isPaintbrush(_ head: Bytes) -> Bool {
    let isVersion = [0, 2, 3, 4, 5].contains(head.byte(1))
    let isCoded = head.byte(2) <= 1 && [1, 2, 4, 8].contains(head.byte(3))
    return isVersion && isCoded && head.count >= FormatSignature.length
      && head.little16(8) >= head.little16(4) && head.little16(10) >= head.little16(6)
  }
}
