/// A camera's raw file in its maker's own structure, by its headers; the sensor's data are fake.
package struct CameraFile: SampleFile {
  package enum Kind: Sendable, CaseIterable {
    /// Fujifilm's: a JPEG with EXIF, and a table of sizes.
    case raf
    /// Panasonic's: nearly a TIFF, with a JPEG that has EXIF.
    case rw2
    /// Canon's before CR2: heaps with a directory at the end of each.
    case crw
    /// Minolta's: blocks, one of them a TIFF structure.
    case mrw
    /// Sigma's: sections with a directory at the end of the file.
    case x3f
  }

  package var kind: Kind
  package var width: Int
  package var height: Int
  /// CRW and X3F have their own forms of the maker, the model and the date in it.
  package var exif: EXIFBlock
  /// A whole JPEG file, to which EXIF is added.
  package var preview: JPEGPicture
  /// The rotation of the picture in CRW and X3F, in degrees.
  package var rotation = 0
  /// Seconds since 1970 by the camera's clock, for CRW and X3F.
  package var seconds = 1_443_389_368

  package init(
    _ kind: Kind, width: Int, height: Int, _ fill: (inout CameraFile) -> Void = { _ in }
  ) {
    self.kind = kind
    self.width = width
    self.height = height
    exif = EXIFBlock {
      $0.make = "Maker"
      $0.model = "Model"
    }
    preview = JPEGPicture(width: 160, height: 120)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    switch kind {
    case .raf: fujifilm
    case .rw2: panasonic
    case .crw: canon
    case .mrw: minolta
    case .x3f: sigma
    }
  }

  private var jpeg: [UInt8] {
    var preview = preview
    preview.exif = exif
    return preview.encoded()
  }

  private var fujifilm: [UInt8] {
    var table: [UInt8] = []
    table.append(UInt32(2), .big)
    for (tag, sides) in [(0x0100, (height + 20, width + 20)), (0x0111, (height, width))] {
      for number in [tag, 4, sides.0, sides.1] { table.append(UInt16(number), .big) }
    }
    let jpeg = jpeg
    let pixels = [UInt8](repeating: 0x80, count: 512)
    var bytes = Array("FUJIFILMCCD-RAW 0201FF129502X100".utf8)
    bytes += [UInt8](repeating: 0, count: 84 - bytes.count)
    let start = 148
    for number in [
      start, jpeg.count, start + jpeg.count, table.count, start + jpeg.count + table.count,
      pixels.count,
    ] { bytes.append(UInt32(number), .big) }
    bytes += [UInt8](repeating: 0, count: start - bytes.count)
    return bytes + jpeg + table + pixels
  }

  private var panasonic: [UInt8] {
    let jpeg = jpeg
    var directory = exif.primaryDirectory
    for (tag, number) in [(1, 0x3330), (4, 6), (5, 8), (6, height + 6), (7, width + 8)] {
      directory[UInt16(tag)] = .short([UInt16(number)])
    }
    directory[0x002E] = .undefined(jpeg)
    let magic: [UInt8] = [
      0x88, 0xE7, 0x74, 0xD8, 0xF8, 0x25, 0x1D, 0x4D, 0x94, 0x7A, 0x6E, 0x77, 0x82, 0x2B, 0x5D,
      0x6A,
    ]
    var bytes = TIFFBlock(byteOrder: .little, directories: [directory])
      .encoded(introduction: magic).bytes
    bytes[2] = 0x55
    return bytes
  }

  private var minolta: [UInt8] {
    func block(_ name: String, _ content: [UInt8]) -> [UInt8] {
      var bytes = Array("\0\(name)".utf8)
      bytes.append(UInt32(content.count), .big)
      return bytes + content
    }
    var sensor = Array("21810002".utf8)
    for number in [height + 10, width + 10, height, width] { sensor.append(UInt16(number), .big) }
    sensor += [12, 12, 0x52, 0, 0, 0, 0, 1]
    var block1 = exif
    block1.byteOrder = .big
    let blocks = block("PRD", sensor) + block("TTW", block1.encoded())
    var bytes = Array("\0MRM".utf8)
    bytes.append(UInt32(blocks.count), .big)
    return bytes + blocks + [UInt8](repeating: 0x80, count: 512)
  }

  private var canon: [UInt8] {
    let order = ByteOrder.little
    func heap(_ parts: [(tag: UInt16, content: [UInt8])]) -> [UInt8] {
      var bytes: [UInt8] = []
      var table: [UInt8] = []
      table.append(UInt16(parts.count), order)
      for part in parts {
        table.append(part.tag, order)
        table.append(UInt32(part.content.count), order)
        table.append(UInt32(bytes.count), order)
        bytes += part.content
      }
      let start = UInt32(bytes.count)
      bytes += table
      bytes.append(start, order)
      return bytes
    }
    func numbers(_ list: [Int]) -> [UInt8] {
      var bytes: [UInt8] = []
      for number in list { bytes.append(UInt32(truncatingIfNeeded: number), order) }
      return bytes
    }
    let camera = Array("\(exif.make ?? "")\0\(exif.model ?? "")\0".utf8)
    let properties = heap([
      (0x2807, heap([(0x080A, camera)])), (0x180E, numbers([seconds, 0, 0])),
      (0x1810, numbers([width, height, 0x3F80_0000, rotation, 8, 24, 1])),
    ])
    let root = heap([
      (0x2005, [UInt8](repeating: 0x80, count: 512)), (0x300A, properties),
      (0x2007, preview.encoded()),
    ])
    var bytes = Array("II".utf8)
    bytes.append(UInt32(26), order)
    bytes += Array("HEAPCCDR".utf8) + [2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    return bytes + root
  }

  private var sigma: [UInt8] {
    let order = ByteOrder.little
    var bytes = Array("FOVb".utf8)
    bytes.append(UInt32(0x0002_0001), order)
    bytes += [UInt8](repeating: 7, count: 16)
    for number in [0, width, height, rotation] { bytes.append(UInt32(number), order) }
    bytes += [UInt8](repeating: 0, count: 232 - bytes.count)
    let jpeg = preview.encoded()
    var preview: [UInt8] = Array("SECi".utf8)
    for number in [0x0002_0000, 2, 18, self.preview.width, self.preview.height, 0] {
      preview.append(UInt32(number), order)
    }
    preview += jpeg
    let texts = [
      ("CAMMANUF", exif.make ?? ""), ("CAMMODEL", exif.model ?? ""), ("TIME", "\(seconds)"),
    ]
    var properties: [UInt8] = Array("SECp".utf8)
    var characters: [UInt8] = []
    var places: [UInt8] = []
    for text in texts.flatMap({ [$0.0, $0.1] }) {
      places.append(UInt32(characters.count / 2), order)
      for unit in text.utf16 + [0] { characters.append(unit, order) }
    }
    for number in [0x0002_0000, texts.count, 0, 0, characters.count / 2] {
      properties.append(UInt32(number), order)
    }
    properties += places + characters
    var directory = Array("SECd".utf8)
    directory.append(UInt32(0x0002_0000), order)
    directory.append(UInt32(2), order)
    for (name, content) in [("IMA2", preview), ("PROP", properties)] {
      directory.append(UInt32(bytes.count), order)
      directory.append(UInt32(content.count), order)
      directory.append(name)
      bytes += content
    }
    let start = UInt32(bytes.count)
    bytes += directory
    bytes.append(start, order)
    return bytes
  }
}
