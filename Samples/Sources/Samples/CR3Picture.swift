/// Canon's CR3 as its headers describe it: TIFF blocks in a movie's header, previews beside it.
package struct CR3Picture: SampleFile {
  /// Before orientation is applied.
  package var width: Int
  package var height: Int
  package var exif: EXIFBlock
  /// Two whole JPEG files.
  package var thumbnail: [UInt8]
  package var preview: [UInt8]
  package var payload: [UInt8]

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout CR3Picture) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    exif = EXIFBlock { $0.make = "Canon" }
    thumbnail = JPEGPicture(width: 160, height: 120, seed: seed).encoded()
    preview = JPEGPicture(width: 320, height: 240, seed: seed).encoded()
    var generator = SeededGenerator(seed: seed)
    payload = generator.bytes(count: 2048)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var brands = Array("crx ".utf8)
    brands.append(UInt32(1), .big)
    brands.append("crx isom")
    let previewBox = Box(
      "uuid",
      [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D,
        0x16,
      ] + [0, 0, 0, 0, 0, 0, 0, 1] + previewHeader.encoded())
    return Box("ftyp", brands).encoded() + Box("moov", [canonBox, movieHeader]).encoded()
      + previewBox.encoded() + Box("mdat", payload).encoded()
  }

  /// The box of four TIFF blocks: the file's description, EXIF, the maker's note and GPS.
  private var canonBox: Box {
    var first = exif.primaryDirectory
    let details = nested(0x8769, &first)
    let position = nested(0x8825, &first)
    first[0x0100] = .short([UInt16(width)])
    first[0x0101] = .short([UInt16(height)])
    func block(_ directory: TIFFDirectory) -> [UInt8] {
      TIFFBlock(byteOrder: .little, directories: [directory]).encoded()
    }
    let identifier: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    let boxes = [
      Box("CNCV", Array("CanonCR3_001/00.11.00/00.00.00".utf8)),
      Box("CMT1", block(first)), Box("CMT2", block(details)),
      Box("CMT3", block(TIFFDirectory([0x0006: .ascii("Canon")]))), Box("CMT4", block(position)),
      thumbnailHeader,
    ]
    return Box("uuid", identifier + boxes.flatMap { $0.encoded() })
  }

  private func nested(_ tag: UInt16, _ directory: inout TIFFDirectory) -> TIFFDirectory {
    defer { directory[tag] = nil }
    if case .directory(let nested) = directory[tag] { return nested }
    return TIFFDirectory()
  }

  private var thumbnailHeader: Box {
    var content: [UInt8] = [0, 0, 0, 0]
    content.append(UInt16(160), .big)
    content.append(UInt16(120), .big)
    content.append(UInt32(thumbnail.count), .big)
    content.append(UInt32(0x0001_0000), .big)
    return Box("THMB", content + thumbnail)
  }

  private var previewHeader: Box {
    var content: [UInt8] = [0, 0, 0, 0, 0, 1]
    content.append(UInt16(320), .big)
    content.append(UInt16(240), .big)
    content.append(UInt16(1), .big)
    content.append(UInt32(preview.count), .big)
    return Box("PRVW", content + preview)
  }

  private var movieHeader: Box {
    Box("mvhd", version: 0) {
      for number in [0, 0, 1, 1, 0x10000] { $0.append(UInt32(number), .big) }
      $0.append(contentsOf: repeatElement(0, count: 76))
    }
  }
}
