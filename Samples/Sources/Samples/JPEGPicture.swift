/// A baseline JPEG in YCbCr with halved chroma, as cameras write it (ITU-T T.81).
///
/// Every 16x16 unit has one colour, so each block is its DC coefficient alone.
package struct JPEGPicture: SampleFile {
  package var width: Int
  package var height: Int
  package var mosaic: Mosaic
  package var hasJFIF = true
  /// A `COM` segment, before EXIF and XMP.
  package var comment: [UInt8]?
  package var exif: EXIFBlock?
  package var xmp: XMPPacket?
  /// Further segments before the picture: the marker's second byte, and the content.
  package var segments: [(marker: UInt8, content: [UInt8])] = []
  /// Bytes after the end of the picture.
  package var trailer: [UInt8] = []

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout JPEGPicture) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    self.mosaic = Mosaic(seed: seed)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if hasJFIF {
      Self.append(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0], to: &bytes)
    }
    if let comment { Self.append(0xFE, comment, to: &bytes) }
    if let exif { Self.append(0xE1, Array("Exif\0\0".utf8) + exif.encoded(), to: &bytes) }
    if let xmp {
      Self.append(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp.encoded(), to: &bytes)
    }
    for segment in segments { Self.append(segment.marker, segment.content, to: &bytes) }
    Self.append(0xDB, [0] + Self.quantization, to: &bytes)
    var frame: [UInt8] = [8]
    frame.append(UInt16(height), .big)
    frame.append(UInt16(width), .big)
    Self.append(0xC0, frame + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0], to: &bytes)
    Self.append(0xC4, [0x00] + Self.differenceTable, to: &bytes)
    Self.append(0xC4, [0x10] + Self.endOfBlockTable, to: &bytes)
    Self.append(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0], to: &bytes)
    bytes.append(contentsOf: scan())
    return bytes + [0xFF, 0xD9] + trailer
  }

  private func scan() -> [UInt8] {
    let coefficients = mosaic.colors.map(Self.coefficients)
    let unitColumns = (width + 15) / 16
    let unitRows = (height + 15) / 16
    var bits = JPEGBits()
    var previous = [0, 0, 0]
    for unitRow in 0..<unitRows {
      let cellRow = unitRow * mosaic.rows / unitRows * mosaic.columns
      for unitColumn in 0..<unitColumns {
        let cell = coefficients[cellRow + unitColumn * mosaic.columns / unitColumns]
        if cell == previous {
          // Six blocks without a difference: a 00 and an end of block each.
          bits.append(0, count: 16)
          bits.append(0, count: 2)
          continue
        }
        for component in [0, 0, 0, 0, 1, 2] {
          Self.append(difference: cell[component] - previous[component], to: &bits)
          previous[component] = cell[component]
        }
      }
    }
    bits.align()
    return bits.bytes
  }

  /// The size in bits of a difference, then its bits, then an end of block.
  private static func append(difference: Int, to bits: inout JPEGBits) {
    let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
    let code: (bits: UInt32, count: Int) =
      switch size {
      case 0: (0, 2)
      case 1...5: (UInt32(size + 1), 3)
      default: ((1 << UInt32(size - 2)) - 2, size - 2)
      }
    bits.append(code.bits, count: code.count)
    let value = difference < 0 ? difference - 1 : difference
    bits.append(UInt32(truncatingIfNeeded: value) & ((1 << UInt32(size)) - 1), count: size)
    bits.append(0, count: 1)
  }

  /// The DC coefficients of a flat block of a colour (JFIF 1.02), quantized.
  private static func coefficients(of color: RGB) -> [Int] {
    let red = Double(color.red)
    let green = Double(color.green)
    let blue = Double(color.blue)
    return [
      0.299 * red + 0.587 * green + 0.114 * blue - 128,
      -0.168_736 * red - 0.331_264 * green + 0.5 * blue,
      0.5 * red - 0.418_688 * green - 0.081_312 * blue,
    ].map { Int(($0 * 8 / Double(quantization[0])).rounded()) }
  }

  /// One table for all components, fine enough for a colour to come back within two steps.
  private static let quantization: [UInt8] = [8] + Array(repeating: 16, count: 63)
  /// T.81, table K.3: the number of codes of each length, then the sizes 0 to 11.
  private static let differenceTable: [UInt8] =
    [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0] + Array(0...11)
  /// A single code of one bit: there is nothing but the end of a block.
  private static let endOfBlockTable: [UInt8] = [1] + Array(repeating: 0, count: 15) + [0]

  private static func append(_ marker: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
    precondition(content.count <= 65533, "a JPEG segment holds at most 65,533 bytes")
    bytes.append(contentsOf: [0xFF, marker])
    bytes.append(UInt16(content.count + 2), .big)
    bytes.append(contentsOf: content)
  }
}
