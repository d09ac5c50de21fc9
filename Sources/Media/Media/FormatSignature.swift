/// Detects a format by a file's first bytes.
enum FormatSignature {
  /// The number of bytes that are examined.
  static let length = 64

  static func format(of head: Bytes) -> MediaFormat {
    switch head.big32(0) {
    case 0x8950_4E47: return head.big32(4) == 0x0D0A_1A0A ? .png : .unknown
    case 0x4749_4638:
      let isKnown = head.byte(4) == UInt8(ascii: "7") || head.byte(4) == UInt8(ascii: "9")
      return isKnown && head.byte(5) == UInt8(ascii: "a") ? .gif : .unknown
    case 0x5249_4646:
      if head.has("AVI ", at: 8) { return .avi }
      return head.has("WEBP", at: 8) ? .webp : .unknown
    case 0x4949_2A00:
      if head.has("IIII", at: 8) { return .iiq }
      return head.has("CR\u{2}", at: 8) ? .cr2 : .tiff
    case 0x4D4D_002A where head.has("MMMM", at: 8): return .iiq
    case 0x4D4D_002A, 0x4949_2B00, 0x4D4D_002B: return .tiff
    default: break
    }
    if head.big32(0) >> 8 == 0xFFD8FF { return .jpeg }
    switch head.big32(4) {
    case BoxType.ftyp: return isoFormat(of: head)
    // Files from before `ftyp` begin with one of these (QuickTime File Format, 2001).
    case BoxType.moov, BoxType.mdat, BoxType.wide, BoxType.free, BoxType.skip, BoxType.pnot:
      let size = head.big32(0)
      return size == 0 || size == 1 || size >= 8 ? .quickTime : .unknown
    default:
      let movie = movieFormat(of: head)
      return movie == .unknown ? PictureSignature.format(of: head) : movie
    }
  }

  /// Detects movies that do not belong to QuickTime's family.
  private static func movieFormat(of head: Bytes) -> MediaFormat {
    switch head.big32(0) {
    case 0x1A45_DFA3: return isWebM(head) ? .webM : .matroska
    case 0x3026_B275 where head.big32(4) == 0x8E66_CF11: return .windowsMedia
    case 0x464C_5601: return .flash
    case 0x4F67_6753: return .ogg
    case 0x0000_01BA: return .mpeg
    case 0x0000_01B3: return .mpeg2
    case 0x1F07_003F, 0x1F07_00BF: return .dv
    default: return .unknown
    }
  }

  /// Returns true if the document type, an element of EBML's header, is WebM.
  private static func isWebM(_ head: Bytes) -> Bool {
    var place = 4
    while let found = head.firstIndex(of: 0x42, from: place) {
      if head.big24(found) == 0x4282_84 { return head.has("webm", at: found + 3) }
      place = found + 1
    }
    return false
  }

  private static func isoFormat(of head: Bytes) -> MediaFormat {
    let end = min(Int(head.big32(0)), head.count)
    guard end >= 12 || head.big32(0) == 0 else { return .unknown }
    switch head.big32(8) {
    case 0x7174_2020: return .quickTime
    case 0x6372_7820: return .cr3
    case let brand where isHEIC(brand): return .heic
    case let brand where isAVIF(brand): return .avif
    // mif1, msf1, mif2 and miaf give the structure of the file, not the codec of its pictures.
    case 0x6D69_6631, 0x6D73_6631, 0x6D69_6632, 0x6D69_6166: return structural(head, end)
    case 0x4D34_5620, 0x4D34_5648, 0x4D34_5650: return .m4v
    case 0x4D34_4120, 0x4D34_4220, 0x4D34_5020, 0x4634_4120: return .unknown
    // j2ki, j2is, jp2, jpx, jpm
    case 0x6A32_6B69, 0x6A32_6973, 0x6A70_3220, 0x6A70_7820, 0x6A70_6D20: return .jpeg2000
    case 0x6A78_6C20: return .jpegXL
    case let brand where brand >> 8 == 0x0033_6770 || brand >> 8 == 0x0033_6732:
      return .threeGPP
    default: return .mpeg4
    }
  }

  private static func structural(_ head: Bytes, _ end: Int) -> MediaFormat {
    for place in stride(from: 16, to: end - 3, by: 4) {
      let brand = head.big32(place)
      if isHEIC(brand) { return .heic }
      if isAVIF(brand) { return .avif }
    }
    return .heif
  }

  /// Returns true for heic, heix, heim, heis, hevc, hevx, hevm and hevs.
  private static func isHEIC(_ brand: UInt32) -> Bool {
    switch brand {
    case 0x6865_6963, 0x6865_6978, 0x6865_696D, 0x6865_6973, 0x6865_7663, 0x6865_7678,
      0x6865_766D, 0x6865_7673:
      true
    default: false
    }
  }

  /// Returns true for avif and avis.
  private static func isAVIF(_ brand: UInt32) -> Bool {
    brand == 0x6176_6966 || brand == 0x6176_6973
  }
}
