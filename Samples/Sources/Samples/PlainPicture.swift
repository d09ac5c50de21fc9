/// A picture in a rarer format: a whole header, and pixels of one value if they are not coded.
///
///     PlainPicture(.bmp, width: 40, height: 30).encoded()
package struct PlainPicture: SampleFile {
  package enum Kind: String, Sendable, CaseIterable {
    case bmp, ico, tga, ppm, pam, pfm, psd, psb, jp2, j2k, jxl, jxlBox, jxr, exr, hdr, svg, pcx
    case flif
  }

  package var kind: Kind
  /// Before orientation is applied.
  package var width: Int
  package var height: Int
  /// For the formats that keep it: PSD, JPEG 2000, JPEG XL in boxes and JPEG XR.
  package var exif: EXIFBlock?
  package var xmp: XMPPacket?
  /// A JPEG that a Photoshop document keeps.
  package var thumbnail: [UInt8]?

  package init(
    _ kind: Kind, width: Int, height: Int, _ fill: (inout PlainPicture) -> Void = { _ in }
  ) {
    self.kind = kind
    self.width = width
    self.height = height
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    switch kind {
    case .bmp: bitmap
    case .ico: icon
    case .tga: targa
    case .ppm: Array("P6\n# made by hand\n\(width) \(height)\n255\n".utf8) + gray(3)
    case .pam:
      Array(
        "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
          .utf8) + gray(4)
    case .pfm: Array("Pf\n\(width) \(height)\n-1.0\n".utf8) + gray(4)
    case .psd, .psb: photoshop
    case .jp2: boxed2000
    case .j2k: codestream2000
    case .jxl: codestreamXL
    case .jxlBox: boxedXL
    case .jxr: extended
    case .exr: openEXR
    case .hdr:
      Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y \(height) +X \(width)\n".utf8) + gray(4)
    case .svg:
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- made by hand -->
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)"></svg>

        """.utf8)
    case .pcx: paintbrush
    case .flif: [0x46, 0x4C, 0x49, 0x46, 0x33, 0x31] + flif(width - 1) + flif(height - 1) + gray(1)
    }
  }

  private func gray(_ size: Int) -> [UInt8] {
    [UInt8](repeating: 0x80, count: width * height * size)
  }

  private var bitmap: [UInt8] {
    let row = (width * 3 + 3) / 4 * 4
    var bytes = Array("BM".utf8)
    bytes.append(UInt32(54 + row * height), .little)
    bytes.append(UInt32(0), .little)
    bytes.append(UInt32(54), .little)
    for number in [40, width, height] { bytes.append(UInt32(number), .little) }
    bytes.append(UInt16(1), .little)
    bytes.append(UInt16(24), .little)
    for number in [0, row * height, 2835, 2835, 0, 0] { bytes.append(UInt32(number), .little) }
    return bytes + [UInt8](repeating: 0x80, count: row * height)
  }

  /// A directory of one picture, which is a bitmap with its mask.
  private var icon: [UInt8] {
    let mask = (width + 31) / 32 * 4 * height
    var bytes: [UInt8] = [0, 0, 1, 0, 1, 0, UInt8(width & 255), UInt8(height & 255)]
    bytes += [0, 0, 1, 0, 32, 0]
    bytes.append(UInt32(40 + width * height * 4 + mask), .little)
    bytes.append(UInt32(22), .little)
    for number in [40, width, height * 2] { bytes.append(UInt32(number), .little) }
    bytes.append(UInt16(1), .little)
    bytes.append(UInt16(32), .little)
    bytes += [UInt8](repeating: 0, count: 24)
    return bytes + gray(4) + [UInt8](repeating: 0, count: mask)
  }

  private var targa: [UInt8] {
    var bytes: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    bytes.append(UInt16(width), .little)
    bytes.append(UInt16(height), .little)
    bytes += [24, 0x20]
    bytes += gray(3) + [UInt8](repeating: 0, count: 8)
    return bytes + Array("TRUEVISION-XFILE.\0".utf8)
  }

  private var photoshop: [UInt8] {
    let isLarge = kind == .psb
    var bytes = Array("8BPS".utf8)
    bytes.append(UInt16(isLarge ? 2 : 1), .big)
    bytes += [UInt8](repeating: 0, count: 6)
    bytes.append(UInt16(3), .big)
    for side in [height, width] { bytes.append(UInt32(side), .big) }
    for number in [8, 3] { bytes.append(UInt16(number), .big) }
    bytes.append(UInt32(0), .big)
    var resources: [UInt8] = []
    if let thumbnail {
      var head: [UInt8] = []
      for number in [1, 160, 120, 480, 57_600, thumbnail.count] {
        head.append(UInt32(number), .big)
      }
      resources += resource(1036, head + [0, 24, 0, 1] + thumbnail)
    }
    if let exif { resources += resource(1058, exif.encoded()) }
    if let xmp { resources += resource(1060, xmp.encoded()) }
    bytes.append(UInt32(resources.count), .big)
    bytes += resources
    bytes += [UInt8](repeating: 0, count: isLarge ? 8 : 4)
    return bytes + [0, 0] + gray(3)
  }

  private func resource(_ number: UInt16, _ content: [UInt8]) -> [UInt8] {
    var bytes = Array("8BIM".utf8)
    bytes.append(number, .big)
    bytes += [0, 0]
    bytes.append(UInt32(content.count), .big)
    return bytes + content + (content.count & 1 == 1 ? [0] : [])
  }

  private var boxed2000: [UInt8] {
    var sides: [UInt8] = []
    for side in [height, width] { sides.append(UInt32(side), .big) }
    var boxes = [
      Box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]), Box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8)),
      Box(
        "jp2h",
        [Box("ihdr", sides + [0, 3, 7, 7, 0, 0]), Box("colr", [1, 0, 0, 0, 0, 0, 16])]),
    ]
    if let exif { boxes.append(Box("uuid", Array("JpgTiffExif->JP2".utf8) + exif.encoded())) }
    if let xmp {
      let name: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
      ]
      boxes.append(Box("uuid", name + xmp.encoded()))
    }
    return (boxes + [Box("jp2c", codestream2000)]).flatMap { $0.encoded() }
  }

  /// The size and a few bytes in place of tiles.
  private var codestream2000: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0]
    for number in [width, height, 0, 0, width, height, 0, 0] {
      bytes.append(UInt32(number), .big)
    }
    bytes += [0, 3, 7, 1, 1, 7, 1, 1, 7, 1, 1]
    return bytes + [0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0x93, 0xFF, 0xD9]
  }

  private var paintbrush: [UInt8] {
    var bytes: [UInt8] = [0x0A, 5, 1, 8]
    for number in [0, 0, width - 1, height - 1, 72, 72] { bytes.append(UInt16(number), .little) }
    bytes += [UInt8](repeating: 0, count: 49) + [3]
    bytes.append(UInt16(width + width & 1), .little)
    return bytes + [UInt8](repeating: 0, count: 60) + gray(1)
  }

  private func flif(_ number: Int) -> [UInt8] {
    number < 0x80 ? [UInt8(number)] : [UInt8(number >> 7 | 0x80), UInt8(number & 0x7F)]
  }
}

extension PlainPicture {
  /// Numbers of bits, from the lowest bit of each byte on.
  private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func put(_ value: Int, _ width: Int) {
      for bit in 0..<width {
        if count & 7 == 0 { bytes.append(0) }
        bytes[count >> 3] |= UInt8(value >> bit & 1) << UInt8(count & 7)
        count += 1
      }
    }
  }

  /// The size, an orientation if EXIF has one, and bytes in place of the frame.
  private var codestreamXL: [UInt8] {
    var bits = BitWriter()
    bits.put(0, 1)
    bits.put(1, 2)
    bits.put(height - 1, 13)
    bits.put(0, 3)
    bits.put(1, 2)
    bits.put(width - 1, 13)
    bits.put(0, 1)
    bits.put(1, 1)
    bits.put(Int(exif?.orientation ?? 1) - 1, 3)
    bits.put(0, 3)
    return [0xFF, 0x0A] + bits.bytes + [UInt8](repeating: 0, count: 32)
  }

  private var boxedXL: [UInt8] {
    var boxes = [Box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])]
    boxes.append(Box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)))
    boxes.append(Box("jxlc", codestreamXL))
    if let exif { boxes.append(Box("Exif", [0, 0, 0, 0] + exif.encoded())) }
    if let xmp { boxes.append(Box("xml ", xmp.encoded())) }
    return boxes.flatMap { $0.encoded() }
  }

  /// JPEG XR: TIFF's structure with tags of its own.
  private var extended: [UInt8] {
    var block = EXIFBlock()
    if let exif { block = exif }
    block.byteOrder = .little
    block.moreValues[0xBC01] = .byte([
      0x24, 0xC3, 0xDD, 0x6F, 0x03, 0x4E, 0xFE, 0x4B, 0xB1, 0x85, 0x3D, 0x77, 0x76, 0x8D, 0xC9,
      0x0C,
    ])
    block.moreValues[0xBC80] = .long([UInt32(width)])
    block.moreValues[0xBC81] = .long([UInt32(height)])
    let pixels = Array("WMPHOTO\0".utf8) + [UInt8](repeating: 0, count: 32)
    block.moreValues[0xBCC0] = .data([pixels])
    block.moreValues[0xBCC1] = .long([UInt32(pixels.count)])
    var bytes = block.encoded()
    bytes.replaceSubrange(2..<4, with: [0xBC, 0x01])
    return bytes
  }

  private var openEXR: [UInt8] {
    var bytes: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
    func attribute(_ name: String, _ type: String, _ value: [UInt8]) {
      bytes.append("\(name)\0\(type)\0")
      bytes.append(UInt32(value.count), .little)
      bytes += value
    }
    func numbers(_ list: [Int]) -> [UInt8] {
      var bytes: [UInt8] = []
      for number in list { bytes.append(Int32(number), .little) }
      return bytes
    }
    attribute("capDate", "string", Array("2015:09:27 21:29:28".utf8))
    attribute("channels", "chlist", Array("Y\0".utf8) + numbers([2, 0, 1, 1]) + [0])
    attribute("compression", "compression", [0])
    attribute("dataWindow", "box2i", numbers([0, 0, width - 1, height - 1]))
    attribute("displayWindow", "box2i", numbers([0, 0, width - 1, height - 1]))
    attribute("lineOrder", "lineOrder", [0])
    attribute("pixelAspectRatio", "float", [0, 0, 0x80, 0x3F])
    attribute("screenWindowCenter", "v2f", numbers([0, 0]))
    attribute("screenWindowWidth", "float", [0, 0, 0x80, 0x3F])
    attribute("utcOffset", "float", withUnsafeBytes(of: Float(-7200).bitPattern) { Array($0) })
    return bytes + [0]
  }
}
