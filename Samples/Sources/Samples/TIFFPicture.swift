/// An uncompressed TIFF of 8-bit RGB, or RGBA, in strips (TIFF 6.0, section 6).
package struct TIFFPicture: SampleFile {
  package var width: Int
  package var height: Int
  package var mosaic: Mosaic
  package var byteOrder: ByteOrder = .little
  package var rowsPerStrip = 64
  /// The opacity of all pixels; nil without alpha.
  package var alpha: UInt8?
  /// Its entries join those of the picture; its own byte order and thumbnail don't count.
  package var exif: EXIFBlock?

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout TIFFPicture) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    self.mosaic = Mosaic(seed: seed)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    let strips = stride(from: 0, to: height, by: rowsPerStrip).map { first in
      pixels(rows: first..<min(first + rowsPerStrip, height))
    }
    var directory = exif?.primaryDirectory ?? TIFFDirectory()
    directory[0x0100] = .long([UInt32(width)])
    directory[0x0101] = .long([UInt32(height)])
    directory[0x0102] = .short(Array(repeating: 8, count: alpha == nil ? 3 : 4))
    directory[0x0103] = .short([1])
    directory[0x0106] = .short([2])
    directory[0x0111] = .data(strips)
    directory[0x0115] = .short([alpha == nil ? 3 : 4])
    if alpha != nil { directory[0x0152] = .short([2]) }
    directory[0x0116] = .long([UInt32(rowsPerStrip)])
    directory[0x0117] = .long(strips.map { UInt32($0.count) })
    directory[0x011A] = .rational([(72, 1)])
    directory[0x011B] = .rational([(72, 1)])
    directory[0x0128] = .short([2])
    return TIFFBlock(byteOrder: byteOrder, directories: [directory]).encoded()
  }

  private func pixels(rows: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * width * 3)
    for y in rows {
      for x in 0..<width {
        let color = mosaic.color(x: x, y: y, width: width, height: height)
        bytes.append(color.red)
        bytes.append(color.green)
        bytes.append(color.blue)
        if let alpha { bytes.append(alpha) }
      }
    }
    return bytes
  }
}
